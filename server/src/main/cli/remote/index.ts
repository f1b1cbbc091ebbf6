import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appId } from '@lamella/shared/contract'
import { type Command, InvalidArgumentError } from 'commander'
import { isReservedName, repositoryRoot } from '../../../domains/releases/index.ts'
import { createRemote } from './create-remote.ts'

const parseName = (text: string): string => {
  const name = text.replace(/^mfe-/, '')
  if (!appId.safeParse(name).success)
    throw new InvalidArgumentError('It looks like quality-control: small letters, digits and hyphens, at most 32.')
  if (isReservedName(name))
    throw new InvalidArgumentError(
      'The shell or the server has pages or a group in the menu with this name: choose another.',
    )
  return name
}

const parseOwner = (text: string): string => {
  if (!/^@[\w-]+\/[\w-]+$/.test(text)) throw new InvalidArgumentError('It looks like @organisation/team.')
  return text
}

const titleOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`

/** Links the new workspace and writes it into package-lock.json. */
const install = async (root: string): Promise<void> => {
  const npm = spawn('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  const [code] = await once(npm, 'close')
  if (code !== 0) throw new Error('The folder is made, but npm install failed: run it again.')
}

interface Options {
  title?: string
  owner?: string
  root: string
  install: boolean
}

/** `lamella remote …`: for squads, in their work tree. */
export const remoteCommands = (program: Command): void => {
  const remote = program.command('remote').description('remotes in this work tree')
  remote
    .command('new')
    .description('make the folder of a new remote: a page, its menu item, tests')
    .argument('<name>', 'such as quality-control', parseName)
    .option('--title <title>', 'in the menu and on its page')
    .option('--owner <team>', 'who reviews its changes, for CODEOWNERS', parseOwner)
    .option('--root <folder>', 'another work tree', repositoryRoot)
    .option('--no-install', 'without npm install')
    .action(async (name: string, options: Options) => {
      const folder = await createRemote(options.root, {
        name,
        title: options.title ?? titleOf(name),
        owner: options.owner ?? `@lamella/${name}`,
      })
      if (options.install) await install(options.root)
      console.log(`${folder} is made. Run it alone: npm run dev -w @lamella/${folder}`)
      console.log(
        `npm start builds, publishes and activates it here; npm run release -- ${name} on a server that runs.`,
      )
    })
}
