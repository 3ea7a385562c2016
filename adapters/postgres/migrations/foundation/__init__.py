"""The first schema, as explicit statements. Once released it is never edited: later changes are later migrations."""
