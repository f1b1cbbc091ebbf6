import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const program = '/usr/lib/iipimage-server/iipsrv.fcgi'
const webServer = '/usr/sbin/lighttpd'
/** As many as a machine with two cores keeps busy, and as much tile cache as our server has. */
const processes = 2
const cacheMegabytes = 96

export interface TilePeer {
  port: number
  /** Address of a tile; its level counts from the smallest. */
  path(level: number, tile: number): string
  stop(): Promise<void>
}

const configuration = (port: number, folder: string) => `
server.modules = ("mod_fastcgi")
server.document-root = "${folder}"
server.bind = "127.0.0.1"
server.port = ${port}
server.max-keep-alive-requests = 65535
fastcgi.server = ("/iip" => ((
  "socket" => "${folder}/iip.socket",
  "check-local" => "disable",
  "bin-path" => "${program}",
  "min-procs" => ${processes},
  "max-procs" => ${processes},
  "bin-environment" => ("VERBOSITY" => "0", "LOGFILE" => "/dev/null", "MAX_IMAGE_CACHE_SIZE" => "${cacheMegabytes}")
)))
`

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).status === 200
  } catch {
    return false
  }
}

const stopProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** Debian's iipimage-server behind lighttpd, serving one pyramid. Null: it is not installed. */
export const startIipsrv = async (pyramid: string): Promise<TilePeer | null> => {
  if (!existsSync(program) || !existsSync(webServer)) return null
  const folder = await mkdtemp(join(tmpdir(), 'lamella-iipsrv-'))
  const port = await freePort()
  const file = join(folder, 'lighttpd.conf')
  await writeFile(file, configuration(port, folder))
  const child = spawn(webServer, ['-D', '-f', file], { stdio: 'inherit' })
  const path = (level: number, tile: number) => `/iip?FIF=${encodeURIComponent(pyramid)}&JTL=${level},${tile}`
  for (let tries = 0; !(await answers(`http://127.0.0.1:${port}${path(0, 0)}`)); tries++) {
    if (tries === 100) throw new Error('iipsrv does not answer')
    await setTimeout(100)
  }
  return {
    port,
    path,
    stop: async () => {
      await stopProcess(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
