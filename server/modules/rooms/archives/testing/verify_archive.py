"""Verifies archives of Muniment with the standard library and openssl alone, from docs/using/evidence.md.

verify_archive.py KEYS ARCHIVE prints `valid` or the reason why not; ARCHIVE is the ZIP or a folder.
"""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import zipfile


def is_signed(public_key, signature, text):
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("key", "signature", "text")]
        for path, part in zip(paths, [base64.b64decode(public_key), base64.b64decode(signature), text.encode()]):
            with open(path, "wb") as file:
                file.write(part)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", paths[0],
                   "-rawin", "-sigfile", paths[1], "-in", paths[2]]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def open_archive(path):
    """Returns the paths of the files, and a function that reads one."""
    if os.path.isdir(path):
        paths = [os.path.relpath(os.path.join(folder, name), path)
                 for folder, _, names in os.walk(path) for name in names]
        return paths, lambda name: open(os.path.join(path, name), "rb").read()
    archive = zipfile.ZipFile(path)
    return archive.namelist(), archive.read


def verify(keys, path):
    paths, read = open_archive(path)
    signed = json.loads(read("signature.json"))
    key = next((key for key in keys if key["id"] == signed["key"]["id"]), None)
    if key is None:
        return "Signed by an unknown key"
    head = signed["treeHead"]
    head_text = "\n".join(
        ["muniment-tree-head/1", str(head["treeSize"]), head["rootHash"], head["signedAt"], head["keyId"], ""])
    manifest = read("manifest.jsonl")
    if (not is_signed(key["publicKey"], signed["signature"], f"muniment-archive/1\n{signed['manifest']}\n")
            or not is_signed(key["publicKey"], head["signature"], head_text)):
        return "The signature does not match the statement"
    if hashlib.sha256(manifest).hexdigest() != signed["manifest"]:
        return "manifest.jsonl was changed"
    statement, *files = [json.loads(line) for line in manifest.decode().splitlines()]
    if statement["rootHash"] != head["rootHash"] or statement["logEntries"] != head["treeSize"]:
        return "The tree head is not that of the statement"
    for file in files:
        found = hashlib.sha256(read(file["path"])).hexdigest() if file["path"] in paths else "nothing"
        if found != file["sha256"]:
            return f"{file['path']}: expected {file['sha256']}, found {found}."
    listed = {file["path"] for file in files} | {"manifest.jsonl", "signature.json"}
    return next((f"{path}: it is not in the manifest." for path in paths if path not in listed), "valid")


with open(sys.argv[1], encoding="utf-8") as keys_file:
    print(verify(json.load(keys_file)["keys"], sys.argv[2]))
