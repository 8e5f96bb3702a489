import { open } from 'node:fs/promises';

// Test data need not survive a power cut, and waiting for the disk takes time. What must survive one is tested with servers that
// are processes of their own (`scripts/faults`).
const file = await open(import.meta.filename);
const skip = async (): Promise<void> => {};
Object.assign(Object.getPrototypeOf(file), { sync: skip, datasync: skip });
await file.close();
