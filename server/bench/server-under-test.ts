import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createProject, requestToken, runtimeConfig, type TokenAnswer, tokenAnswer } from '@lamella/shared/contract'
import { z } from 'zod'
import { UploadClient } from '../test/upload-client.ts'
import { freePort } from './iipsrv.ts'

export interface ServerUnderTest {
  url: string
  port: number
  pid: number
  dataDir: string
  /** As the admin of the demo organisation, who may do anything without limits. */
  client: UploadClient
  /** As another user of the demo organisation. */
  clientOf(role: 'member' | 'guest'): Promise<UploadClient>
  /** A further session, for a browser; of the admin by default. */
  newSession(as?: 'admin' | 'member'): Promise<TokenAnswer>
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

const logIn = async (url: string, dataDir: string, as: 'admin' | 'member' | 'guest'): Promise<TokenAnswer> => {
  const config = runtimeConfig.parse(await (await fetch(`${url}/assets/config/config.json`)).json())
  const { users } = demo.parse(JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')))
  const user = users.find(({ role }) => role === as)
  const answer = await fetch(`${url}${requestToken.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa(`${config.appId}:${config.appSecret}`)}`,
    },
    body: new URLSearchParams({
      grant_type: 'password',
      scope: 'all_info',
      username: user?.email ?? '',
      password: user?.password ?? '',
    }),
  })
  return tokenAnswer.parse(await answer.json())
}

/** Addresses for other programs state the server's own, so that its port has to be known beforehand. */
const pagesAt = (port: number): Record<string, string> => ({
  LAMELLA_PUBLISH_BUILDS: '1',
  PORT: `${port}`,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
})

/**
 * A whole server as `npm start` runs it, in a process and a data folder of its own.
 * @param withPages - with the front ends, as they were built last
 */
export const startServerUnderTest = async (withPages = false): Promise<ServerUnderTest> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lamella-bench-'))
  const env = {
    PATH: process.env.PATH,
    LAMELLA_DATA: dataDir,
    LAMELLA_DEMO: '1',
    PORT: '0',
    HOST: '127.0.0.1',
    ...(withPages && pagesAt(await freePort())),
  }
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
    const newSession = (as: 'admin' | 'member' = 'admin') => logIn(url, dataDir, as)
    const client = new UploadClient(url, (await newSession()).access_token)
    const created = await client.request('POST', createProject.path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { name: 'Bench' } }),
    })
    const project = created.headers.get('location')?.split('/').at(-1) ?? ''
    const clientOf = async (role: 'member' | 'guest') =>
      new UploadClient(url, (await logIn(url, dataDir, role)).access_token)
    return {
      url,
      port: Number(new URL(url).port),
      pid: child.pid ?? 0,
      dataDir,
      client,
      clientOf,
      newSession,
      project,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
