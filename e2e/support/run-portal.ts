import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Runs the server under test until it receives a signal, then removes its data folder. */
const folder = process.env.LAMELLA_DATA
if (!folder) throw new Error('LAMELLA_DATA names the folder of the server under test')
// Started by root, the database runs as another user, which must be able to enter the folder.
mkdirSync(folder, { recursive: true, mode: 0o711 })

const server = spawn('node', [path.resolve(import.meta.dirname, '../../server/src/main/main.ts'), 'serve'], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('close', (code) => {
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
