import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

import './cache-resolution.ts'

// Most of a start is loading a thousand modules: their compiled code is cached beside the packages.
enableCompileCache(join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'node'))
const { run } = await import('./cli/program.ts')
await run()
