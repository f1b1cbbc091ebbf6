import type { AppId } from '@lamella/shared/contract'
import { type Command, Option } from 'commander'
import type { BuildChoice } from './build-version.ts'
import { withReleases } from './release-connection.ts'
import {
  moment,
  parseApp,
  parseOrigin,
  parseSteps,
  parseTarget,
  parseTraffic,
  parseVersion,
} from './release-options.ts'
import { removalCommands } from './release-removal.ts'
import { activeOf, type ChangeOptions, parseExpected, shareOf, showState } from './release-state.ts'
import { trialCommands } from './release-trial.ts'
import { table } from './table.ts'

const list = (): Promise<void> =>
  withReleases(async (api) => {
    const rows = (await api.list()).map((release) => [
      release.app,
      release.version,
      shareOf(release) || '–',
      moment(release.published),
      release.integrity.slice(0, 19),
      release.notes ?? '',
    ])
    if (rows.length === 0) console.log('Nothing is published yet: lamella release publish <app>')
    else console.log(table(['app', 'version', 'active', 'published', 'integrity', 'notes'], rows))
  })

interface PublishOptions extends BuildChoice {
  notes?: string
  origin?: string
}

const publish = async (app: AppId, { notes, origin, ...choice }: PublishOptions): Promise<void> => {
  const { publishBuild } = await import('../../domains/releases/index.ts')
  const { withBuild } = await import('./build-version.ts')
  await withBuild(app, choice, (build) =>
    withReleases(async (api) => {
      await publishBuild(api, build, { notes, origin })
      const active = (await activeOf(api, app)) || 'none'
      console.log(`${app} ${build.version} is published (${build.files.length} files). Active: ${active}.`)
      console.log(`Activate it with: lamella release activate ${app} ${build.version}`)
    }),
  )
}

const activate = (
  app: AppId,
  version: string,
  { traffic, expect, ...how }: ChangeOptions & { traffic: number },
): Promise<void> =>
  withReleases(async (api) => {
    const { pointer: expected } = await showState(api, app, expect)
    await api.activate({ app, version, traffic }, { ...how, expected })
    console.log(`Active for ${app}: ${await activeOf(api, app)}. ${later}`)
  })

const later = 'Open pages keep their version until they are loaded again.'

const rollback = (app: AppId, { expect, ...how }: ChangeOptions & { to?: string; steps?: number }): Promise<void> =>
  withReleases(async (api) => {
    const { pointer: expected, active, trial } = await showState(api, app, expect)
    const version = await api.rollBack(app, { ...how, expected })
    if (how.to === 'none') {
      console.log(
        `${app} is not in the portal any more; it was at ${version}. Open pages keep it until they are loaded again.`,
      )
    } else if (trial && active.includes(`${version} (`)) {
      // What was active for the others before is so for all now: nothing went back.
      console.log(`The trial of ${trial} is over; ${version} stays active. ${later}`)
    } else console.log(`${app} is back at ${version}. ${later}`)
  })

const history = (app: AppId): Promise<void> =>
  withReleases(async (api) => {
    const rows = (await api.history(app)).map(
      ({ at, action, version, traffic, actor, forced, misfits, reason, removed, audience }) => [
        moment(at),
        [
          action === 'rollback' && traffic === 0 ? 'withdraw' : action,
          forced && 'forced',
          removed && `removed ${removed.at.slice(0, 10)} by ${removed.actor}`,
        ]
          .filter(Boolean)
          .join(', '),
        version,
        traffic === null || action === 'rollback'
          ? ''
          : [
              `${traffic} %`,
              ...(audience?.users ?? []),
              ...(audience?.organisations ?? []).map((name) => `all of ${name}`),
            ].join(', '),
        actor,
        [reason, misfits && `in spite of: ${misfits.join(' ')}`].filter(Boolean).join('; '),
      ],
    )
    console.log(table(['when', 'action', 'version', 'traffic', 'who', 'reason'], rows))
  })

const listed = (lines: readonly string[]): string => lines.map((line) => `\n  ${line}`).join('')

const check = (app: AppId, version: string): Promise<void> =>
  withReleases(async (api) => {
    const { files, damaged, misfits = [], warnings = [], compared = true } = await api.check(app, version)
    if (damaged.length === 0) console.log(`${app} ${version}: all ${files} files are as published.`)
    else console.error(`${app} ${version}: these of ${files} files are missing or damaged:${listed(damaged)}`)
    if (misfits.length > 0) console.error(`It does not fit what is active:${listed(misfits)}`)
    else if (compared && warnings.length > 0)
      console.log('It fits the server, and what is active as far as it can be read.')
    else if (compared) console.log('It fits the server and what is active.')
    else
      console.log(
        'Its range of the contract and its routes fit. Whether its calls and shared modules do could not be compared: it has no ' +
          'compatibility.json.',
      )
    if (warnings.length > 0) console.error(`Not all could be compared:${listed(warnings)}`)
    if (damaged.length + misfits.length > 0) process.exitCode = 1
  })

/** Adds `lamella release`: publish, activate and roll back front ends. */
export const releaseCommands = (program: Command): void => {
  const release = program
    .command('release')
    .description('publish, activate and roll back the shell and the remotes')
    .addHelpText(
      'after',
      '\nAn app is shell or the name of a remote, such as projects. The commands talk to the running server (PUBLIC_URL alone, or HOST and\n' +
        'PORT, else PUBLIC_URL) with the operator token of the data folder or LAMELLA_OPERATOR_TOKEN. When no server runs, they change the\n' +
        'data folder themselves, unless PUBLIC_URL or LAMELLA_OPERATOR_TOKEN names a server. Exit code 0: done; 1: refused or damaged.',
    )
  const app = ['<app>', 'shell, or the name of a remote', parseApp] as const
  const reason = ['--reason <text>', 'why, for the history'] as const
  const force = ['--force', 'also when it does not fit what is active; asks for --reason'] as const
  const expect = [
    '--expect <version>',
    'only if this version alone is active now, or this state, such as 7',
    parseExpected,
  ] as const
  const version = ['<version>', 'a published version, such as 1.2.0', parseVersion] as const

  release
    .command('list')
    .description('all published releases; the active ones with their share of browsers')
    .action(list)
  release
    .command('publish')
    .description('publish the build at hand; it becomes visible only when it is activated')
    .argument(...app)
    .option('--version <version>', 'build this version first, if the build at hand has another', parseVersion)
    .addOption(new Option('--from <folder>', 'publish a build that was made elsewhere').conflicts('version'))
    .option('--notes <text>', 'what is new, for the operator who activates it')
    .option(
      '--origin <origin>',
      'browsers load it from there, such as https://cdn.example, which has the files already',
      parseOrigin,
    )
    .action(publish)
  release
    .command('activate')
    .description('point browsers at a version, in one atomic step')
    .argument(...app)
    .argument(...version)
    .option('--traffic <share>', 'only this share of browsers; the present version keeps the rest', parseTraffic, 100)
    .option(...expect)
    .option(...force)
    .option(...reason)
    .action(activate)
  release
    .command('rollback')
    .description('go back to the version that was active before; during a trial, end it')
    .argument(...app)
    .option(
      '--to <version>',
      'go back to this one of the earlier versions; none: take the remote out of the portal',
      parseTarget,
    )
    .addOption(new Option('--steps <number>', 'go back so many versions').argParser(parseSteps).conflicts('to'))
    .option(...expect)
    .option(...force)
    .option(...reason)
    .action(rollback)
  release
    .command('history')
    .description('who published, activated and rolled back what, newest first')
    .argument(...app)
    .action(history)
  release
    .command('check')
    .description('read every byte of a release, and compare it with the server and with what is active')
    .argument(...app)
    .argument(...version)
    .action(check)
  trialCommands(release)
  removalCommands(release)
}
