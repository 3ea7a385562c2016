#!/bin/sh
# Makes the namespace once. Histories are kept for three days: they hold ids only, and erasures wait for none of it.
set -eu
temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention 72h
