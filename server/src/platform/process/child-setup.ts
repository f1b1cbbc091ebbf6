/** Imported first by each program that opens untrusted files. */
import { setPriority } from 'node:os'

/** Its files are readable by its own user only. */
process.umask(0o077)

/** Such work gives way to answering requests. */
const niceness = 5
try {
  setPriority(niceness)
} catch {
  // The system does not allow it.
}
