import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

import './cache-resolution.ts'

// Reading a thousand modules is most of a start: what was compiled is kept beside the packages.
enableCompileCache(join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'node'))
const { run } = await import('./cli/program.ts')
await run()
