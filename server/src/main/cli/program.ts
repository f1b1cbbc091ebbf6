import { Command } from 'commander'
import { adminCommands } from './admin.ts'
import { backupCommands } from './backup.ts'
import { releaseCommands } from './release.ts'
import { remoteCommands } from './remote/index.ts'
import { serveCommands } from './serve.ts'
import { shipCommands } from './ship/index.ts'

/** The program `lamella`. Errors are printed in words, and the exit code is 1. */
export const run = async (): Promise<void> => {
  const program = new Command('lamella').description('Web portal for microscopy images').showHelpAfterError()
  serveCommands(program)
  adminCommands(program)
  backupCommands(program)
  releaseCommands(program)
  remoteCommands(program)
  shipCommands(program)
  try {
    await program.parseAsync()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
