/** Imported first by each program that handles strangers' files. */
import { setPriority } from 'node:os'

/** Nobody else reads what it writes. */
process.umask(0o077)

/** Such work does not compete with answering requests. */
const niceness = 5
try {
  setPriority(niceness)
} catch {
  // The system does not allow it.
}
