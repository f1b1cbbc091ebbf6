import type { AppId, AppOverview } from '@lamella/shared/contract'
import { type Command, InvalidArgumentError } from 'commander'
import { withReleases } from './release-connection.ts'
import { moment, parseApp, parseVersion } from './release-options.ts'
import { type ChangeOptions, parseExpected, showState } from './release-state.ts'
import { table } from './table.ts'

const parseShare = (text: string): number => {
  const share = Number(/^(\d{1,2})%?$/.exec(text)?.[1] ?? -1)
  if (share < 0) throw new InvalidArgumentError('It is a whole number from 0% to 99%.')
  return share
}

const parsePercent = (text: string): number => {
  const percent = Number(/^(\d{1,3}(?:\.\d+)?)%?$/.exec(text)?.[1] ?? -1)
  if (percent < 0 || percent > 100) throw new InvalidArgumentError('It is a number from 0% to 100%.')
  return percent
}

/** Takes a setting away. Not null, which commander would replace by an empty text. */
const never = 'never'
type Never = typeof never

const orNull = <T>(value: T | Never | undefined): T | null | undefined => (value === never ? null : value)

const parseHours = (text: string): number | Never => {
  if (text === never) return never
  const [, count, unit] = /^(\d{1,4})(h|d)$/.exec(text) ?? []
  const hours = Number(count ?? 0) * (unit === 'd' ? 24 : 1)
  if (hours < 1 || hours > 24 * 90) throw new InvalidArgumentError('It looks like 48h or 3d, up to 90d, or never.')
  return hours
}

const parseMoment = (text: string): string | Never => {
  if (text === never) return never
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new InvalidArgumentError('It looks like 2026-12-24, 2026-12-24T18:00 or never.')
  return new Date(at).toISOString()
}

const parseMinimum = (text: string): number => {
  const minimum = Number(text)
  if (!Number.isInteger(minimum) || minimum < 1) throw new InvalidArgumentError('It is a whole number from 1.')
  return minimum
}

const parseNames = (text: string): string[] => text.split(',').map((name) => name.trim())

interface TrialOptions extends ChangeOptions {
  share?: number
  users?: string[]
  organisations?: string[]
  promoteAfter?: number | Never
  until?: string | Never
  maxFailures?: number
  minUsers?: number
}

const sayTrial = ({ app, trial }: Pick<AppOverview, 'app' | 'trial'>): string => {
  if (!trial) return `No version of ${app} is on trial.`
  const named = [...trial.users.map(({ email }) => email), ...trial.organisations.map(({ name }) => name)]
  const audience = [trial.share > 0 ? `${trial.share} % of the users` : '', ...named].filter(Boolean).join(', ')
  return `${app} ${trial.version} is on trial for ${audience}.`
}

/** Starts a trial, or without a version changes the running one. */
const trial = (
  app: AppId,
  version: string | undefined,
  { share, users, organisations, promoteAfter, until, maxFailures, minUsers, expect, force, reason }: TrialOptions,
): Promise<void> =>
  withReleases(async (api) => {
    const { pointer: expected } = await showState(api, app, expect)
    const wish = {
      share,
      users,
      organisations,
      promoteAfter: orNull(promoteAfter),
      until: orNull(until),
      limits: { failures: maxFailures, minimum: minUsers },
    }
    if (version === undefined) await api.changeTrial(app, wish, { reason, expected })
    else await api.startTrial(app, { version, ...wish }, { force, reason, expected })
    const now = (await api.overview()).find((one) => one.app === app)
    console.log(now ? sayTrial(now) : '')
  })

const end = (app: AppId, { expect, reason }: ChangeOptions): Promise<void> =>
  withReleases(async (api) => {
    const { pointer: expected, trial: version } = await showState(api, app, expect)
    await api.endTrial(app, { reason, expected })
    console.log(
      `The trial of ${app}${version ? ` ${version}` : ''} is over. Open pages keep their version until they are loaded again.`,
    )
  })

const list = (): Promise<void> =>
  withReleases(async (api) => {
    const rows = (await api.overview()).flatMap(({ app, trial: running }) => {
      if (!running) return []
      const { version, share, users, organisations, since, by, observed, limits, promotion, until } = running
      const clock = promotion && `active from ${moment(promotion.at)}`
      return [
        [
          app,
          version,
          `${share} %`,
          [...users.map(({ email }) => email), ...organisations.map(({ name }) => name)].join(', '),
          `${moment(since)} by ${by}`,
          `${observed.trial.failed} of ${observed.trial.users}, limit ${limits.failures} %`,
          [promotion?.waitsFor ?? clock, until && `until ${moment(until)}`].filter(Boolean).join('; '),
        ],
      ]
    })
    if (rows.length === 0) console.log('Nothing is on trial.')
    else console.log(table(['app', 'version', 'share', 'named', 'since', 'failed for users', 'clock'], rows))
  })

/** Adds `release trial`, `release end-trial` and `release trials`. */
export const trialCommands = (release: Command): void => {
  const app = ['<app>', 'shell, or the name of a remote', parseApp] as const
  const expect = [
    '--expect <version>',
    'only if this version alone is active now, or this state, such as 7',
    parseExpected,
  ] as const
  const reason = ['--reason <text>', 'why, for the history'] as const
  release
    .command('trial')
    .description('let some users try a version; without a version, change the running trial')
    .argument(...app)
    .argument('[version]', 'a published version, such as 1.2.0', parseVersion)
    .option('--share <share>', 'of the users, the same ones in each of their browsers', parseShare)
    .option('--users <emails>', 'these users, separated by commas', parseNames)
    .option('--organisations <names>', 'all users of these organisations, by name or id', parseNames)
    .option(
      '--promote-after <time>',
      'active for all after 48h if the limits hold and enough users were seen',
      parseHours,
    )
    .option('--until <moment>', 'end of the trial in any case', parseMoment)
    .option('--max-failures <share>', 'end it when it fails for more of its users; 2% by default', parsePercent)
    .option('--min-users <number>', 'decide nothing before so many users were seen; 20 by default', parseMinimum)
    .option(...expect)
    .option('--force', 'also when it does not fit what is active; asks for --reason')
    .option(...reason)
    .action(trial)
  release
    .command('end-trial')
    .description('everybody gets the stable version again')
    .argument(...app)
    .option(...expect)
    .option(...reason)
    .action(end)
  release.command('trials').description('what is on trial for whom, and how it works').action(list)
}
