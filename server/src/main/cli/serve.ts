import type { Command } from 'commander'
import { type Config, readConfig } from '../../platform/config.ts'
import { handleUncaughtErrors } from '../../platform/process/uncaught-errors.ts'
import { type BootOptions, boot } from '../boot.ts'

/** Milliseconds of a shutdown at most: supervisors such as Docker kill after ten seconds. */
const longestShutdown = 9_500

/** Boots a server, listens unless it is a worker, and shuts down on SIGTERM and SIGINT. */
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
  handleUncaughtErrors(log, (reason) => stop(reason, 1))

  if (config.role === 'worker') {
    log.info('worker ready')
    return
  }
  try {
    const listenTextResolver = (address: string) => `listening at ${address}`
    const address = await server.app.listen({ host: config.host, port: config.port, listenTextResolver })
    log.info({ address, url: config.publicUrl, role: config.role }, 'ready')
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
