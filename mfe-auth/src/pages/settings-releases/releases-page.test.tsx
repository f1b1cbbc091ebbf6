import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { Refusal } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { entryOf, overviewOf, seriesOf, TestReleases, trialOf } from '../../../test/releases.ts'
import ReleasesPage from './releases-page.tsx'

let releases: TestReleases
beforeEach(() => {
  releases = new TestReleases()
})
afterEach(() => releases.close())

const open = (at = '/settings/releases?app=projects') =>
  renderPage(<ReleasesPage />, { at, as: 'member', user: { operator: true } })

const row = async (app: string) => {
  const found = (await within(await screen.findByRole('table')).findByRole('button', { name: app })).closest('tr')
  return within(found as HTMLElement)
}
const cells = async (app: string) => (await row(app)).getAllByRole('cell').map(({ textContent }) => textContent)
const card = (name: string) => screen.findByRole('region', { name })
const dialog = () => screen.findByRole('dialog')

const onTrial = () => {
  releases.apps = [
    overviewOf('shell'),
    overviewOf('projects', {
      trial: trialOf(),
      newest: { version: '2.15.0', published: '2026-11-20T10:00:00.000Z', notes: null, misfits: [], missing: null },
    }),
  ]
  releases.versions = [
    seriesOf('2.15.0', 'trial', { total: { sessions: 4310, failures: 0.21, LCP: 1700, INP: 128, CLS: 0.03 } }),
    seriesOf('2.14.3', 'active'),
  ]
}

test('Releases: each app with what is active, on trial and told, and its newest build', async () => {
  onTrial()
  releases.apps.push(
    overviewOf('ai-trainer', {
      newest: {
        version: '1.6.0',
        published: '2026-11-20T10:00:00.000Z',
        notes: null,
        misfits: ['ai-trainer 1.6.0 needs Tabs of @mantine/core/rest, which shell 3.9.1 does not provide.'],
        missing: 'Needs shell 3.10',
      },
      last24h: { sessions: 0, failures: null, LCP: null, INP: null, CLS: null },
    }),
  )
  open()
  expect(await cells('projects')).toEqual([
    'projects2.14.3, trial of 2.15.0, 0.28 % failures',
    '2.14.3',
    '9 days',
    '2.15.010 %',
    '42,680',
    '0.28 %',
    '2.1 s',
    '2.15.0Compatible',
    '',
  ])
  expect(await cells('ai-trainer')).toEqual([
    'ai-trainer2.14.3',
    '2.14.3',
    '9 days',
    '–',
    '0',
    '–',
    '–',
    '1.6.0Needs shell 3.10',
    '',
  ])
  expect(screen.getByText('3 apps, 1 trial running, 42,680 sessions in the last 24 hours')).toBeVisible()
})

test('Releases: an app is chosen by its row, and the address keeps it', async () => {
  const { location } = open('/settings/releases')
  expect(await card('History of shell')).toBeVisible()
  await userEvent.click((await row('projects')).getByRole('button'))
  expect(await card('History of projects')).toBeVisible()
  expect(location()).toBe('/settings/releases?app=projects')
  expect((await row('projects')).getByRole('button')).toHaveAttribute('aria-pressed', 'true')
})

test('Releases: both versions are compared in figures, and a table has the numbers of the charts', async () => {
  onTrial()
  open()
  const failures = within(await card('Failures'))
  expect(failures.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['2.15.0', '2.14.3'])
  expect(failures.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['0.21', '0.28'])
  await userEvent.click(screen.getByRole('button', { name: 'Show as a table' }))
  const versions = within(await card('Versions'))
    .getAllByRole('row')
    .map(({ textContent }) => textContent)
  expect(versions).toEqual([
    'VersionSessionsFailures, % of sessionsLCP, s, p75INP, ms, p75CLS, p75SizeFirst load',
    '2.15.0 on trial4,3100.211.71280.031.2 MB214.0 KB',
    '2.14.3 active4,3100.282.11640.061.2 MB214.0 KB',
  ])
  expect(within(await card('Per hour')).getAllByRole('row')).toHaveLength(25)
})

test('Releases: where pages have told nothing, it says so instead of an empty chart', async () => {
  const nothing = { sessions: 0, failures: null, LCP: null, INP: null, CLS: null }
  const hours = seriesOf('2.14.3', 'active').hours.map(({ at }) => ({ at, ...nothing }))
  releases.versions = [seriesOf('2.14.3', 'active', { total: nothing, hours })]
  open()
  expect(within(await card('Failures')).getByText('No data yet.')).toBeVisible()
})

test('Releases: a check says in parts whether a build fits, and in sentences what does not', async () => {
  onTrial()
  releases.checks['2.15.0'] = {
    misfits: ['projects 2.15.0 calls archiveProject (POST /api/v1/archive): the server has no such call.'],
    parts: {
      shell: { passed: 1, total: 1, version: '3.9.1' },
      shared: { passed: 12, total: 12 },
      calls: { passed: 47, total: 48 },
      routes: { passed: 9, total: 9 },
      files: { passed: 38, total: 38 },
    },
  }
  open()
  const check = within(await card('Compatibility check of 2.15.0'))
  await check.findByText(/archiveProject/)
  expect(check.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Fits the active shell, yes3.9.1',
    'Shared modules in range, yes12 of 12',
    'Calls that the server knows, no47 of 48',
    'Addresses of its own, yes9 of 9',
    'Files match their hash, yes38 of 38',
    'projects 2.15.0 calls archiveProject (POST /api/v1/archive): the server has no such call.',
  ])
})

describe('Releases: a change', () => {
  it('of what is active asks for a reason and is sent with the state that was seen', async () => {
    onTrial()
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Activate for all' }))
    const asked = within(await dialog())
    expect(asked.getByText(/^Everybody gets 2\.15\.0 instead of 2\.14\.3/)).toBeVisible()
    await userEvent.type(asked.getByLabelText('Reason (optional)'), 'The trial was good')
    await waitFor(() => expect(asked.getByRole('button', { name: 'Activate for all' })).toBeEnabled())
    await userEvent.click(asked.getByRole('button', { name: 'Activate for all' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(releases.made).toEqual([
      {
        call: 'activate projects 2.15.0',
        pointer: '"7"',
        data: { traffic: 100, force: false, reason: 'The trial was good' },
      },
    ])
  })

  it('that does not fit says what is missing, and is made only with a reason', async () => {
    const sentence = 'projects 2.15.0 needs react ^20.0.0, shell 3.9.1 provides 19.3.1.'
    releases.apps = [
      overviewOf('projects', {
        newest: {
          version: '2.15.0',
          published: '2026-11-20T10:00:00.000Z',
          notes: 'Label sets',
          misfits: [sentence],
          missing: 'Needs react ^20.0.0',
        },
      }),
    ]
    releases.checks['2.15.0'] = { misfits: [sentence] }
    open()
    const build = within(await card('projects 2.15.0'))
    expect(build.getByText('Label sets')).toBeVisible()
    expect(build.queryByRole('button', { name: 'Activate for all' })).not.toBeInTheDocument()
    await userEvent.click(build.getByRole('button', { name: 'Activate in spite of this' }))
    const asked = within(await dialog())
    expect(await asked.findByText(sentence)).toBeVisible()
    const confirm = asked.getByRole('button', { name: 'Activate in spite of this' })
    expect(confirm).toBeDisabled()
    await userEvent.type(asked.getByLabelText('Why it is activated all the same'), 'The shell follows')
    await userEvent.click(confirm)
    await waitFor(() => expect(releases.made).toMatchObject([{ data: { force: true, reason: 'The shell follows' } }]))
  })

  it('of what somebody else has changed meanwhile is not made: the dialog says so, with what is active now', async () => {
    onTrial()
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'End the trial' }))
    const asked = within(await dialog())
    releases.refusal = new Refusal('ERR_6006')
    releases.apps = [
      overviewOf('projects', {
        active: { version: '2.15.0', since: new Date().toISOString(), by: 'Mara Lindqvist', reason: null },
      }),
    ]
    await userEvent.click(asked.getByRole('button', { name: 'End the trial' }))
    expect(
      await asked.findByText(/^Somebody else has changed this app in the meantime, so nothing was done/),
    ).toBeVisible()
    expect(await asked.findByText(/Active now: 2\.15\.0, since today, .*, by Mara Lindqvist\./)).toBeVisible()
    expect(asked.queryByRole('button', { name: 'End the trial' })).not.toBeInTheDocument()
    await userEvent.click(asked.getByRole('button', { name: 'Look again' }))
    expect(await cells('projects')).toContain('2.15.0')
  })

  it('back leads to the version before', async () => {
    releases.history = [
      entryOf('activate', '2.14.3', { reason: 'Fixes the empty library' }),
      entryOf('activate', '2.14.2', { actor: 'npm start' }),
    ]
    open()
    const history = within(await card('History of projects'))
    await userEvent.click(await history.findByRole('button', { name: 'Roll back to 2.14.2' }))
    const asked = within(await dialog())
    const confirm = asked.getByRole('button', { name: 'Roll back to 2.14.2' })
    await waitFor(() => expect(confirm).toBeEnabled())
    await userEvent.click(confirm)
    await waitFor(() =>
      expect(releases.made).toEqual([
        { call: 'rollback projects', pointer: '"7"', data: { to: '2.14.2', force: false } },
      ]),
    )
  })

  it('back waits for no check: another origin may be what fails', async () => {
    releases.history = [entryOf('activate', '2.14.3'), entryOf('activate', '2.14.2')]
    let asked = 0
    releases.server.on(contract.checkRelease, () => {
      asked += 1
      return new Promise<never>(() => undefined)
    })
    open()
    const history = within(await card('History of projects'))
    await userEvent.click(await history.findByRole('button', { name: 'Roll back to 2.14.2' }))
    const confirm = within(await dialog()).getByRole('button', { name: 'Roll back to 2.14.2' })
    await waitFor(() => expect(asked).toBeGreaterThan(0))
    await userEvent.click(confirm)
    await waitFor(() => expect(releases.made).toMatchObject([{ call: 'rollback projects' }]))
  })

  it('back leads to any version that was active for all, and to others by activating them', async () => {
    releases.apps = [overviewOf('projects', { earlier: ['2.14.2', '2.14.1'] })]
    releases.history = [
      entryOf('activate', '2.14.3'),
      entryOf('publish', '2.14.0'),
      entryOf('activate', '2.14.2'),
      entryOf('activate', '2.14.1'),
    ]
    open()
    const history = within(await card('History of projects'))
    // One step is offered once, at the active version.
    expect(await history.findAllByRole('button', { name: 'Roll back to 2.14.2' })).toHaveLength(1)
    expect(history.getByRole('button', { name: 'Activate 2.14.0' })).toBeVisible()
    expect(history.getByRole('button', { name: 'Remove 2.14.2' })).toBeVisible()
    expect(history.queryByRole('button', { name: 'Remove 2.14.3' })).not.toBeInTheDocument()
    await userEvent.click(history.getByRole('button', { name: 'Roll back to 2.14.1' }))
    const confirm = within(await dialog()).getByRole('button', { name: 'Roll back to 2.14.1' })
    await waitFor(() => expect(confirm).toBeEnabled())
    await userEvent.click(confirm)
    await waitFor(() =>
      expect(releases.made).toEqual([
        { call: 'rollback projects', pointer: '"7"', data: { to: '2.14.1', force: false } },
      ]),
    )
  })

  it('back from the first version takes the remote out of the portal, and the history says so', async () => {
    releases.apps = [overviewOf('projects', { previous: null, earlier: [] }), overviewOf('shell', { previous: null })]
    releases.history = [entryOf('activate', '2.14.3')]
    open()
    const history = within(await card('History of projects'))
    await userEvent.click(await history.findByRole('button', { name: 'Withdraw 2.14.3' }))
    const asked = within(await dialog())
    expect(asked.getByText(/Its pages and menu items are gone when a page is loaded next/)).toBeVisible()
    releases.history = [entryOf('rollback', '2.14.3', { traffic: 0 }), ...releases.history]
    await userEvent.click(asked.getByRole('button', { name: 'Withdraw 2.14.3' }))
    await waitFor(() =>
      expect(releases.made).toEqual([{ call: 'rollback projects', pointer: '"7"', data: { to: 'none' } }]),
    )
    expect(await history.findByText('Withdrew 2.14.3')).toBeVisible()
  })

  it('of the share asks for a reason too', async () => {
    onTrial()
    open()
    const share = await screen.findByRole('radiogroup', { name: 'Share of users' })
    await userEvent.click(within(share).getByRole('radio', { name: '25 %' }))
    const asked = within(await dialog())
    await userEvent.type(asked.getByLabelText('Reason (optional)'), 'No failures')
    await userEvent.click(asked.getByRole('button', { name: 'Give it to 25 %' }))
    await waitFor(() =>
      expect(releases.made).toEqual([
        { call: 'change trial of projects', pointer: '"7"', data: { share: 25, reason: 'No failures' } },
      ]),
    )
  })

  it('to a trial names share, audience, limits and end', async () => {
    releases.apps = [
      overviewOf('projects', {
        newest: { version: '2.15.0', published: '2026-11-20T10:00:00.000Z', notes: null, misfits: [], missing: null },
      }),
    ]
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Start a trial' }))
    const form = within(await dialog())
    const fill = async (name: string, text: string) => {
      await userEvent.clear(form.getByLabelText(name))
      if (text) await userEvent.type(form.getByLabelText(name), text)
    }
    await fill('Share of users (%)', '0')
    await userEvent.click(form.getByRole('button', { name: 'Start the trial' }))
    expect(form.getByText(/^Nobody would get it/)).toBeVisible()
    await userEvent.type(form.getByRole('combobox', { name: 'Users who always get it' }), 'mara@lab.example,')
    await fill('Ends above failures (%)', '1.5')
    await fill('For all after hours (optional)', '48')
    fireEvent.change(form.getByLabelText('Ends at (optional)'), { target: { value: '2020-01-01T10:00' } })
    await userEvent.click(form.getByRole('button', { name: 'Start the trial' }))
    expect(form.getByText('Enter a time that is still to come, or nothing.')).toBeVisible()
    fireEvent.change(form.getByLabelText('Ends at (optional)'), { target: { value: '2099-01-01T10:00' } })
    await userEvent.click(form.getByRole('button', { name: 'Start the trial' }))
    await waitFor(() =>
      expect(releases.made).toEqual([
        {
          call: 'try projects',
          pointer: '"7"',
          data: {
            version: '2.15.0',
            share: 0,
            users: ['mara@lab.example'],
            organisations: [],
            limits: { failures: 1.5, minimum: 20 },
            promoteAfter: 48,
            until: new Date('2099-01-01T10:00').toISOString(),
          },
        },
      ]),
    )
  })
})

test('Releases: a trial says who always gets it and what ends it', async () => {
  onTrial()
  releases.apps = [
    overviewOf('projects', {
      trial: trialOf({
        users: [{ id: '019aa000-0000-7000-8000-000000000001', email: 'mara@lab.example', fullName: 'Mara Lindqvist' }],
        organisations: [{ id: '019aa000-0000-7000-8000-0000000000aa', name: 'Nordlund Lab' }],
        promotion: { at: '2026-11-20T10:00:00.000Z', waitsFor: 'Only 4 of 20 users were seen.' },
      }),
    }),
  ]
  open()
  const trial = within(await card('projects 2.15.0'))
  expect(trial.getByText('Mara Lindqvist and all of Nordlund Lab')).toBeVisible()
  expect(trial.getByText('More than 2 % of at least 20 users, 1 of 412 so far')).toBeVisible()
  expect(trial.getByText('Only 4 of 20 users were seen.')).toBeVisible()
  expect(await trial.findByText('4,310 of 42,680 sessions in the last 24 hours')).toBeVisible()
})

test('Releases: the end of a trial that has one is kept in its form', async () => {
  onTrial()
  const until = new Date('2099-01-01T10:00').toISOString()
  releases.apps = [overviewOf('projects', { trial: trialOf({ until }) })]
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Change audience and limits' }))
  const form = within(await dialog())
  expect(form.getByLabelText('Ends at (optional)')).toHaveValue('2099-01-01T10:00')
  await userEvent.click(form.getByRole('button', { name: 'Change the trial' }))
  await waitFor(() => expect(releases.made[0]).toMatchObject({ data: { until } }))
})

test('Releases: a build that does not tell its first load says so', async () => {
  releases.versions = [seriesOf('2.14.3', 'active', { size: { bytes: 1_258_291, firstLoad: null } })]
  open()
  const shown = within(await card('projects 2.14.3'))
  expect(await shown.findByText('This build does not say which files its first page loads.')).toBeVisible()
})

test('Releases: the history is in words, with person and reason, the last four at first', async () => {
  releases.history = [
    entryOf('rollback', '2.14.3', { actor: 'automatic', reason: 'Failures above 2 %' }),
    entryOf('activate', '2.15.0', { traffic: 10 }),
    entryOf('publish', '2.15.0', { actor: 'build of projects' }),
    entryOf('activate', '2.14.3', {
      traffic: 100,
      forced: true,
      actor: 'operator',
      reason: 'Tonight',
      misfits: ['Needs Tabs.'],
    }),
    entryOf('rollback', '2.14.1', { reason: 'Library stayed empty' }),
    entryOf('publish', '2.14.0', { removed: { at: '2026-11-20T10:00:00.000Z', actor: 'operator', reason: null } }),
  ].map((entry, index) => ({ ...entry, at: new Date(Date.UTC(2025, 0, 20 - index, 10)).toISOString() }))
  open()
  const history = within(await card('History of projects'))
  const lines = () => history.getAllByRole('listitem').map(({ textContent }) => textContent)
  await history.findByText('Ended the trial of 2.15.0')
  expect(lines()).toEqual([
    expect.stringMatching(/^Ended the trial of 2\.15\.0Failures above 2 %The server20 Jan 2025, \d\d:\d\d$/),
    expect.stringMatching(/^Trial of 2\.15\.0 for 10 %JWJonas Weber19 Jan 2025/),
    expect.stringMatching(/^Published 2\.15\.0BPbuild of projects18 Jan 2025, \d\d:\d\dActivate$/),
    expect.stringMatching(
      /^Activated 2\.14\.3, forcedTonight · In spite of: Needs Tabs\.Operator token17 Jan 2025, \d\d:\d\dRoll back$/,
    ),
  ])
  await userEvent.click(history.getByRole('button', { name: 'Show all 6' }))
  expect(lines().slice(4)).toEqual([
    expect.stringMatching(/^Rolled back to 2\.14\.1Library stayed emptyJWJonas Weber16 Jan 2025, \d\d:\d\d$/),
    expect.stringMatching(/^Published 2\.14\.0, removed later.*15 Jan 2025, \d\d:\d\d$/),
  ])
})

test('Releases: what somebody else changes is shown by itself', async () => {
  open()
  await row('projects')
  onTrial()
  act(() => bus.emit('server/changed', { type: 'releasesChanged' }))
  expect(await card('projects 2.15.0')).toBeVisible()
})

test('Releases: all builds are checked at once, and each problem is named', async () => {
  onTrial()
  open()
  await row('projects')
  await userEvent.click(screen.getByRole('button', { name: 'Check all builds' }))
  expect(await screen.findByText('All 3 builds are as published and fit each other and the server.')).toBeVisible()
  releases.checks['2.15.0'] = { damaged: ['main.js', 'page.js'], misfits: ['projects 2.15.0 needs react ^20.0.0.'] }
  await userEvent.click(screen.getByRole('button', { name: 'Check all builds' }))
  expect(await screen.findByText('projects 2.15.0: main.js and page.js are missing or changed.')).toBeVisible()
})

test('Releases: a check names the files that are not as published, here and at another origin, and what it could not compare', async () => {
  onTrial()
  const away = 'https://cdn.example/remotes/projects/2.15.0/a.js answers 404.'
  const warning = 'What datastorage 2.0.0 needs and provides cannot be read, so it was not compared.'
  releases.checks['2.15.0'] = { damaged: ['main.js', 'b.js', 'c.js', away], warnings: [warning], compared: false }
  releases.versions[0] = { ...seriesOf('2.15.0', 'trial'), origin: 'https://cdn.example' }
  open()
  const check = within(await screen.findByRole('region', { name: 'Compatibility check of 2.15.0' }))
  expect(await check.findByText('main.js, b.js and 1 more are missing or changed.')).toBeVisible()
  expect(check.getByText(away)).toBeVisible()
  expect(check.getByText(warning)).toBeVisible()
  expect(check.getByText(/whether its calls and shared modules fit could not be compared/)).toBeVisible()
  const version = within(await card('projects 2.15.0'))
  expect(await version.findByText('https://cdn.example')).toBeVisible()
  await userEvent.click(version.getByRole('button', { name: 'Activate for all' }))
  const question = within(await dialog())
  expect(
    await question.findByText(/^main\.js, b\.js and 1 more are missing .* answers 404\. Better publish/),
  ).toBeVisible()
  expect(question.getByRole('button', { name: 'Activate in spite of this' })).toBeDisabled()
  await userEvent.type(question.getByLabelText('Why it is activated all the same'), 'It is only a picture')
  expect(question.getByRole('button', { name: 'Activate in spite of this' })).toBeEnabled()
})

test('Releases: without any, it says how the first one comes', async () => {
  releases.apps = []
  open()
  expect(await screen.findByRole('heading', { name: 'No releases' })).toBeVisible()
})

test('Releases: a failed request can be repeated', async () => {
  let fails = true
  releases.server.on(contract.releaseOverview, () =>
    fails ? new Refusal('ERR_0500') : { data: releases.apps, links: { next: null } },
  )
  open()
  expect(await screen.findByText('The releases could not be retrieved')).toBeVisible()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await cells('projects')).toContain('2.14.3')
})
