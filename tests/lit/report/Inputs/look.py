"""Prints of a SARIF file what readers look at, a line each. usage: look.py FILE"""

import json
import sys


def place(location):
    physical = location["physicalLocation"]
    region = physical["region"]
    text = f"{physical['artifactLocation']['uri']}:{region['startLine']}:{region['startColumn']}"
    if "endColumn" in region:
        text += f"-{region['endColumn']}"
    return text


def function(location):
    return location["logicalLocations"][0]["fullyQualifiedName"]


(run,) = json.load(open(sys.argv[1]))["runs"]
for name, base in run["originalUriBaseIds"].items():
    print("base", name, base["uri"])
rules = run["tool"]["driver"]["rules"]
for rule in rules:
    properties = rule["properties"]
    cwe = [tag for tag in properties["tags"] if "cwe" in tag]
    print("rule", rule["id"], "CWE", *cwe, properties.get("security-severity"), properties["precision"],
          properties["problem.severity"])  # fmt: skip
    assert rule["help"]["markdown"]
for result in run["results"]:
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    print("result", result["ruleId"], result["level"], "rank", result["rank"])
    (loss,) = result["locations"]
    assert loss["physicalLocation"]["artifactLocation"]["uriBaseId"] in run["originalUriBaseIds"]
    print("location", place(loss), "in", function(loss))
    print("suppressed", *[s["kind"] + " " + s["justification"] for s in result["suppressions"]] or ["no"])
    for related in result["relatedLocations"]:
        print("related", place(related), "in", f"{function(related)}: {related['message']['text']}")
    for flow in result.get("codeFlows", []):
        for step in flow["threadFlows"][0]["locations"]:
            print("step", step["nestingLevel"], place(step["location"]), ",".join(step["kinds"]))
    print("fingerprints", *[f"{k}={v}" for k, v in sorted(result["partialFingerprints"].items())])
    print("engines", ",".join(result["properties"]["engines"]))
