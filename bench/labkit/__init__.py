"""The lab: measures Custody against its peers on real programs. See bench/README.md."""
