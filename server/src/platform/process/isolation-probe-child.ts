/** Shows that a child process can work in an isolation: it loads what all children need and writes to its folder. */
import './child-setup.ts'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

writeFileSync(join(tmpdir(), 'probe'), sharp.versions.vips)
process.stdout.write('ready')
