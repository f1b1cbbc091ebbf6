import type { AppId } from '@lamella/shared/contract'
import { type Command, InvalidArgumentError } from 'commander'
import { withReleases } from './release-connection.ts'
import { parseApp, parseVersion } from './release-options.ts'

const parseKeep = (text: string): number => {
  const keep = Number(text)
  if (!Number.isInteger(keep) || keep < 1 || keep > 1000) {
    throw new InvalidArgumentError('It is a whole number from 1 to 1000.')
  }
  return keep
}

const remove = (app: AppId, version: string, how: { force?: true; reason?: string }): Promise<void> =>
  withReleases(async (api) => {
    await api.remove(app, version, how)
    console.log(`${app} ${version} is removed.`)
  })

const prune = (only: AppId | undefined, { keep, reason }: { keep: number; reason?: string }): Promise<void> =>
  withReleases(async (api) => {
    const apps = only === undefined ? [...new Set((await api.list()).map(({ app }) => app))] : [only]
    for (const app of apps) {
      const { removed, kept } = await api.prune(app, keep, reason)
      console.log(`${app}: ${removed.length === 0 ? 'nothing removed' : `removed ${removed.join(', ')}`}.`)
      for (const { version, why } of kept) console.log(`  ${version} stays: ${why}`)
    }
  })

/** Adds `release remove` and `release prune`. */
export const removalCommands = (release: Command): void => {
  const reason = ['--reason <text>', 'why, for the history'] as const
  release
    .command('remove')
    .description('remove a version with its files, unless anything or anybody needs it')
    .argument('<app>', 'shell, or the name of a remote', parseApp)
    .argument('<version>', 'a published version, such as 1.2.0', parseVersion)
    .option('--force', 'also when somebody may still run it; asks for --reason')
    .option(...reason)
    .action(remove)
  release
    .command('prune')
    .description('remove old versions that nothing and nobody needs')
    .argument('[app]', 'shell, or the name of a remote; all without it', parseApp)
    .option('--keep <number>', 'newest versions of an app that stay', parseKeep, 5)
    .option(...reason)
    .action(prune)
}
