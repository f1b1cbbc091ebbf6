/** Whether a child process can work where it is: it loads what all of them need, and writes into its folder. */
import './child-setup.ts'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

writeFileSync(join(tmpdir(), 'probe'), sharp.versions.vips)
process.stdout.write('ready')
