"""Validates SARIF files. usage: validate.py FILES…

By tests/lit/report/Inputs/sarif.schema.json: the part of SARIF 2.1.0 that Custody writes, every object closed, so that a
misspelt or invented property is a mistake. CUSTODY_SARIF_SCHEMA may name the whole schema as OASIS publishes it; then
that one must hold, too.
"""

import json
import os
import sys

import jsonschema

schemas = [os.path.join(os.path.dirname(__file__), "sarif.schema.json")]
if os.environ.get("CUSTODY_SARIF_SCHEMA"):
    schemas.append(os.environ["CUSTODY_SARIF_SCHEMA"])
bad = 0
for name in schemas:
    schema = json.load(open(name))
    validator = jsonschema.validators.validator_for(schema)(schema)
    for file in sys.argv[1:]:
        for error in validator.iter_errors(json.load(open(file))):
            print(f"{file}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]} ({os.path.basename(name)})")
            bad += 1
sys.exit(1 if bad else 0)
