import { Command } from 'commander'
import { adminCommands } from './cli/admin.ts'
import { backupCommands } from './cli/backup.ts'
import { releaseCommands } from './cli/release.ts'
import { serveCommands } from './cli/serve.ts'

const program = new Command('lamella').description('Web portal for microscopy images').showHelpAfterError()
serveCommands(program)
adminCommands(program)
backupCommands(program)
releaseCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
