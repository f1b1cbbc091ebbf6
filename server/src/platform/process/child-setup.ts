/** Imported first by each program that opens untrusted files. */
import { getPriority, setPriority } from 'node:os'

/** Its files are readable by its own user only. */
process.umask(0o077)

/** Such work gives way to answering requests; a parent that gives way to more keeps doing so. */
const niceness = 5
try {
  if (getPriority() < niceness) setPriority(niceness)
} catch {
  // The system does not allow it.
}
