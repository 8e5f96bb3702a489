"""Verifies receipts and certificates of Muniment with the standard library and openssl alone, from docs/using/evidence.md.

verify_evidence.py KEYS RECEIPT_OR_CERTIFICATE [EXPORT] prints `valid` or the reason why not.
"""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile

COLUMNS = [
    "previous_hash", "position", "occurred_at", "actor_kind", "actor_id", "actor_name", "action",
    "object_kind", "object_id", "object_name", "result", "details", "address",
]


def is_signed(public_key, signature, text):
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("key", "signature", "text")]
        parts = [base64.b64decode(public_key), base64.b64decode(signature), text.encode()]
        for path, part in zip(paths, parts):
            with open(path, "wb") as file:
                file.write(part)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", paths[0],
                   "-rawin", "-sigfile", paths[1], "-in", paths[2]]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def sha256(data):
    return hashlib.sha256(data).digest()


def tree_hash(leaves):
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0])
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return sha256(b"\x01" + tree_hash(leaves[:k]) + tree_hash(leaves[k:]))


def read_rows(path):
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    rows, end = lines[:-1], lines[-1]
    if end.get("rows") != len(rows) or end.get("filters") != {}:
        return None
    before = "0" * 64
    for row in rows:
        content = json.dumps([row[name] for name in COLUMNS], ensure_ascii=False, separators=(",", ":"))
        if row["previous_hash"] != before or row["hash"] != sha256(content.encode()).hex():
            return None
        before = row["hash"]
    return [bytes.fromhex(row["hash"]) for row in rows]


def verify(keys, receipt, export):
    key = next((key for key in keys if key["id"] == receipt["key"]["id"]), None)
    if key is None:
        return "Signed by an unknown key"
    if receipt["format"] not in ("muniment-receipt/1", "muniment-certificate/1"):
        return "This is no receipt and no certificate"
    head, said = receipt["treeHead"], receipt["statement"]
    head_text = "\n".join(
        ["muniment-tree-head/1", str(head["treeSize"]), head["rootHash"], head["signedAt"], head["keyId"], ""])
    head_key = next((key for key in keys if key["id"] == head["keyId"]), key)
    statement = json.loads(said) if is_signed(key["publicKey"], receipt["signature"], receipt["format"] + "\n" + said) else {}
    if (statement.get("logEntries") != head["treeSize"] or statement.get("rootHash") != head["rootHash"]
            or not is_signed(head_key["publicKey"], head["signature"], head_text)):
        return "The signature does not match the statement"
    if export is None:
        return "valid"
    rows = read_rows(export)
    if rows is None:
        return "The export is not whole"
    if len(rows) < head["treeSize"] or tree_hash(rows[:head["treeSize"]]).hex() != head["rootHash"]:
        return "History has been rewritten"
    return "valid"


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


print(verify(load(sys.argv[1])["keys"], load(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None))
