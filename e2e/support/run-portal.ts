import { spawn } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import path from 'node:path'
import { dataFolder } from './portal.ts'

/** Runs the server under test until it is told to end, and leaves nothing behind. */
const folder = dataFolder()
// As root the database runs as another user, who has to get into the folder.
chmodSync(folder, 0o711)

const server = spawn('node', [path.resolve(import.meta.dirname, '../../server/src/main.ts'), 'serve'], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('close', (code) => {
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
