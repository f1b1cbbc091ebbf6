import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createProject, requestToken, runtimeConfig } from '@lamella/shared/contract'
import { z } from 'zod'
import { UploadClient } from '../test/upload-client.ts'

export interface ServerUnderTest {
  url: string
  port: number
  pid: number
  dataDir: string
  /** As the admin of the demo organisation, who may do anything without limits. */
  client: UploadClient
  project: string
  stop(): Promise<void>
}

const main = join(import.meta.dirname, '..', 'src', 'main', 'main.ts')
const demo = z.object({ users: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })) })

const readyAddress = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('The server has no output'))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /"address":"([^"]+)".*"msg":"ready"|"msg":"ready".*"address":"([^"]+)"/.exec(line)
      if (address) resolve(address[1] ?? address[2] ?? '')
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })

const logIn = async (url: string, dataDir: string): Promise<string> => {
  const config = runtimeConfig.parse(await (await fetch(`${url}/assets/config/config.json`)).json())
  const { users } = demo.parse(JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')))
  const admin = users.find(({ role }) => role === 'admin')
  const answer = await fetch(`${url}${requestToken.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa(`${config.appId}:${config.appSecret}`)}`,
    },
    body: new URLSearchParams({
      grant_type: 'password',
      scope: 'all_info',
      username: admin?.email ?? '',
      password: admin?.password ?? '',
    }),
  })
  return z.object({ access_token: z.string() }).parse(await answer.json()).access_token
}

/** A whole server as `npm start` runs it, in a process and a data folder of its own. */
export const startServerUnderTest = async (): Promise<ServerUnderTest> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lamella-bench-'))
  const env = { PATH: process.env.PATH, LAMELLA_DATA: dataDir, LAMELLA_DEMO: '1', PORT: '0', HOST: '127.0.0.1' }
  const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await readyAddress(child)
    const client = new UploadClient(url, await logIn(url, dataDir))
    const created = await client.request('POST', createProject.path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { name: 'Bench' } }),
    })
    const project = created.headers.get('location')?.split('/').at(-1) ?? ''
    return { url, port: Number(new URL(url).port), pid: child.pid ?? 0, dataDir, client, project, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
