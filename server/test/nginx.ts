import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createFolder } from './cluster.ts'

/** Programs that the tests of the proxy need and that may not be installed. */
export const missingPrograms = [
  ['nginx', '-v'],
  ['openssl', 'version'],
].flatMap(([program = '', option = '']) => (spawnSync(program, [option]).error ? [program] : []))

const docs = join(import.meta.dirname, '..', '..', 'docs', 'running.md')

/** The block of the operating guide, as an operator would copy it. */
export const documentedConfiguration = (): string => {
  const block = /```nginx\n([\s\S]*?)```/.exec(readFileSync(docs, 'utf8'))?.[1]
  if (!block) throw new Error('docs/running.md has no configuration of nginx')
  return block
}

/** Replaces the parts that an operator fills in by values of this run. @throws Error when a part is missing */
export const fillIn = (configuration: string, values: Record<string, string>): string =>
  Object.entries(values).reduce((text, [place, value]) => {
    if (!text.includes(place)) throw new Error(`The configuration has no "${place}"`)
    return text.replaceAll(place, value)
  }, configuration)

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('A port has no address')
  return address.port
}

/** A key and a self-signed certificate for `localhost`. */
export const makeCertificate = (): { certificate: string; key: string } => {
  const folder = createFolder('certificate')
  const [certificate, key] = [join(folder, 'localhost.pem'), join(folder, 'localhost.key')]
  const subject = ['-subj', '/CN=localhost', '-days', '2']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', ...subject, ...files],
    { stdio: 'pipe' },
  )
  return { certificate, key }
}

/** Runs nginx with the contents of an `http` block. @returns stop */
export const startNginx = async (configuration: string): Promise<() => Promise<void>> => {
  const folder = createFolder('nginx')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  for (const name of temporary) mkdirSync(join(folder, name))
  const file = join(folder, 'nginx.conf')
  // For root, nginx would run its workers as a user that may not enter the folder of the tests.
  const user = process.getuid?.() === 0 ? 'user root root;' : ''
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr notice; ${user}
     events { worker_connections 512; }
     http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
     ${configuration} }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const lines: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line)
      if (line.includes('start worker process ')) resolve()
    })
    child.once('exit', () => reject(new Error(`nginx ended:\n${lines.join('\n')}`)))
  })
  return async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}
