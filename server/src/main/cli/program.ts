import { Command } from 'commander'
import { shownLines } from './shown-text.ts'

type AddCommands = (program: Command) => void

/** The commands, by file. Only the file of the one that is asked for is loaded: the modules of all take longer than most commands. */
const groups: readonly { names: readonly string[]; load: () => Promise<AddCommands> }[] = [
  { names: ['serve', 'worker'], load: async () => (await import('./serve.ts')).serveCommands },
  { names: ['admin'], load: async () => (await import('./admin.ts')).adminCommands },
  { names: ['backup', 'restore'], load: async () => (await import('./backup.ts')).backupCommands },
  { names: ['release'], load: async () => (await import('./release.ts')).releaseCommands },
  { names: ['ship'], load: async () => (await import('./ship/index.ts')).shipCommands },
  { names: ['remote'], load: async () => (await import('./remote/index.ts')).remoteCommands },
]

/** The program `lamella`. Errors are printed in words, and the exit code is 1. */
export const run = async (): Promise<void> => {
  const program = new Command('lamella').description('Web portal for microscopy images').showHelpAfterError()
  const [, , asked = ''] = process.argv
  const group = groups.find(({ names }) => names.includes(asked))
  for (const { load } of group ? [group] : groups) (await load())(program)
  try {
    await program.parseAsync()
  } catch (error) {
    console.error(shownLines(error instanceof Error ? error.message : String(error)))
    process.exit(1)
  }
}
