import type { Command } from 'commander'
import { localReleases } from '../../domains/releases/index.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { handleUncaughtErrors } from '../../platform/process/uncaught-errors.ts'
import { type BootOptions, boot, type Server } from '../boot.ts'

/** Milliseconds of a shutdown at most: supervisors such as Docker kill after ten seconds. */
const longestShutdown = 9_500

/** Says in words what is missing where browsers would get an error instead of the portal. */
const warnWithoutShell = async ({ context }: Server): Promise<void> => {
  const releases = await localReleases(context, { name: 'serve' }).list()
  if (releases.some(({ app, traffic }) => app === 'shell' && traffic > 0)) return
  context.log.warn(
    'No release of the shell is active, so browsers get an error instead of the portal. Run "npm run build", then for shell, auth, ' +
      'projects, datastorage and ai-trainer "npm run lamella -- release publish <app>" and "npm run lamella -- release activate ' +
      '<app> <version>" with the version that it names.',
  )
}

/** The program that has started this one, and milliseconds between two looks at whether it runs. */
const parent = process.ppid
const parentCheck = 500

/**
 * Ends a server that npm has started together with npm: npm passes SIGTERM to the shell between them only, which ends without passing it on, so
 * the server would run on unseen, with its port and its data folder.
 */
const endWithNpm = (stop: () => void): void => {
  // By this script only: in those of others the server may be meant to outlive what has started it.
  if (process.env.npm_lifecycle_event !== 'lamella') return
  setInterval(() => process.ppid !== parent && stop(), parentCheck).unref()
}

/** Boots a server, listens (a worker for its probes only), and shuts down on SIGTERM and SIGINT, and when npm ends that has started it. */
export const serve = async (config: Config, options: BootOptions = {}): Promise<void> => {
  const server = await boot(config, options)
  const { log } = server.context

  let isStopping = false
  const stop = (reason: string, exitCode: number): void => {
    if (isStopping) return
    isStopping = true
    log.info({ reason }, 'stopping')
    setTimeout(() => {
      log.error('the shutdown took too long')
      process.exit(1)
    }, longestShutdown).unref()
    server.close().then(
      () => {
        log.info('stopped')
        process.exit(exitCode)
      },
      (err) => {
        log.error({ err }, 'the shutdown failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM', 0))
  process.on('SIGINT', () => stop('SIGINT', 0))
  endWithNpm(() => stop('npm has ended', 0))
  handleUncaughtErrors(log, (reason) => stop(reason, 1))

  const isWorker = config.role === 'worker'
  try {
    if (!isWorker) await warnWithoutShell(server)
    const listenTextResolver = (address: string) => `listening at ${address}`
    const address = await server.app.listen({
      host: config.host,
      port: isWorker ? config.workerPort : config.port,
      listenTextResolver,
    })
    if (isWorker) log.info({ address }, 'worker ready')
    else log.info({ address, url: config.publicUrl, role: config.role }, 'ready')
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Adds `lamella serve` and `lamella worker`. */
export const serveCommands = (program: Command): void => {
  program
    .command('serve')
    .description('run the server as the environment says (LAMELLA_ROLE: all, api or worker)')
    .action(() => serve(readConfig()))
  program
    .command('worker')
    .description('run jobs only, beside servers on the same database')
    .action(() => serve({ ...readConfig(), role: 'worker' }))
}
