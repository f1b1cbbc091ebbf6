import { type Command, Option } from 'commander'
import { withServer } from '../release-connection.ts'
import { parseApp, parseTraffic, parseVersion } from '../release-options.ts'
import type { Part } from './next-version.ts'
import { ship } from './ship.ts'

interface Options {
  major?: true
  minor?: true
  patch?: true
  version?: string
  traffic: number
  all?: true
  notes?: string
}

const partOf = ({ major, minor }: Options): Part => (major ? 'major' : minor ? 'minor' : 'patch')

/** `npm run release -- <app>`: from the sources of a squad to a trial on a running server. */
export const shipCommands = (program: Command): void => {
  const others = (own: string) => ['major', 'minor', 'patch', 'version'].filter((name) => name !== own)
  const part = (name: Part, text: string) => new Option(`--${name}`, text).conflicts(others(name))
  program
    .command('ship')
    .description('test, build, publish, check and activate one app of this work tree: npm run release -- <app>')
    .argument('<app>', 'shell, or the name of a remote', parseApp)
    .addOption(part('patch', 'the next patch version (the default)'))
    .addOption(part('minor', 'the next minor version'))
    .addOption(part('major', 'the next major version'))
    .addOption(new Option('--version <version>', 'this version').argParser(parseVersion))
    .option('--traffic <share>', 'share of the browsers that get it at first', parseTraffic, 10)
    .addOption(new Option('--all', 'all browsers at once').conflicts('traffic'))
    .option('--notes <text>', 'what is new; by default the subjects of the commits since its last release')
    .addHelpText(
      'after',
      '\nThe server is the running one (HOST and PORT, else PUBLIC_URL), with the operator token of the data folder or\n' +
        'LAMELLA_OPERATOR_TOKEN. The first step that fails ends it; the versions that are active stay as they are.',
    )
    .action(async (app: string, { version, traffic, all, notes, ...parts }: Options) =>
      withServer((api) =>
        ship(api, app, {
          part: partOf({ traffic, ...parts }),
          traffic: all ? 100 : traffic,
          ...(version !== undefined && { version }),
          ...(notes !== undefined && { notes }),
        }),
      ),
    )
}
