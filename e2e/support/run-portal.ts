import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Runs the server under test until it is told to end, and leaves nothing behind. */
const folder = process.env.LAMELLA_DATA
if (!folder) throw new Error('LAMELLA_DATA names the folder of the server under test')
// As root the database runs as another user, who has to get into the folder.
mkdirSync(folder, { recursive: true, mode: 0o711 })

const server = spawn('node', [path.resolve(import.meta.dirname, '../../server/src/main/main.ts'), 'serve'], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('close', (code) => {
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
