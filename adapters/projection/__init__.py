"""What the four projection adapters share: ids, batches, tenant transactions and the walk."""
