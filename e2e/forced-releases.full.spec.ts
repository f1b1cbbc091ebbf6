import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Compatibility, compatibility } from '@lamella/shared/contract'
import { expect, type Page } from 'playwright/test'
import { type CodeChange, stampBuild } from './federation/stamped-build.ts'
import { enter } from './steps/account.ts'
import { appAtHand } from './support/app-at-hand.ts'
import { demoAccount } from './support/demo.ts'
import { loadedVersions } from './support/loaded-versions.ts'
import { test } from './support/own-portal.ts'

/* Builds that need what the portal does not have: refused in words, and where an operator forces them, replaced in the browser. */

test.describe.configure({ mode: 'serial' })

const app = 'auth'
const otherReact = '^99.0.0'
/** A part of Mantine that the shell does not provide, in place of one that it does. */
const [part, unknownPart] = ['PasswordInput', 'PassphraseInput'] as const

interface Misfit {
  version: string
  /** Change of its code. */
  code?: CodeChange
  /** The same change of what it says of itself. */
  needs: (build: Compatibility) => Compatibility
  refusal: RegExp
}

const withOtherReact = (text: string): string => text.replaceAll(/"\^19[\d.]+"/g, `"${otherReact}"`)

const misfits: Record<string, Misfit> = {
  'another major of React': {
    version: '7.0.0',
    code: withOtherReact,
    needs: (build) => JSON.parse(withOtherReact(JSON.stringify(build))),
    refusal: /auth 7\.0\.0 needs react \^99\.0\.0, shell \S+ provides 19\./,
  },
  'a call that the server does not have': {
    version: '7.1.0',
    code: (code) => code.replaceAll('/api/v1/audit', '/api/v9/audit'),
    needs: (build) => ({
      ...build,
      calls: build.calls.map((call) => ({ ...call, path: call.path.replace('/api/v1/audit', '/api/v9/audit') })),
    }),
    refusal: /auth 7\.1\.0 calls \w+ \(GET \/api\/v9\/audit\S*\): the server has no such call\./,
  },
  'a field that the server does not send': {
    version: '7.2.0',
    needs: (build) => ({
      ...build,
      calls: build.calls.map((call) => {
        const fields = call.answer?.properties?.data
        if (call.name !== 'checkRelease' || !fields?.properties) return call
        const data = {
          ...fields,
          properties: { ...fields.properties, colour: { type: 'string' } },
          required: [...(fields.required ?? []), 'colour'],
        }
        return { ...call, answer: { ...call.answer, properties: { ...call.answer?.properties, data } } }
      }),
    }),
    refusal: /auth 7\.2\.0 calls checkRelease \(GET \S+\): the server does not send data\.colour\./,
  },
  'a part that the shell does not provide': {
    version: '7.3.0',
    code: (code) => code.replaceAll(`.${part}`, `.${unknownPart}`),
    needs: (build) => ({
      ...build,
      needs: Object.fromEntries(
        Object.entries(build.needs).map(([module, need]) => [
          module,
          { ...need, names: need.names?.map((name) => (name === part ? unknownPart : name)) ?? null },
        ]),
      ),
    }),
    refusal: /auth 7\.3\.0 needs PassphraseInput of @mantine\/core\/\w+, which shell \S+ does not provide\./,
  },
}

let scratch = ''
test.beforeAll(async ({ portal }) => {
  scratch = await mkdtemp(path.join(tmpdir(), 'lamella-forced-'))
  for (const { version, code, needs } of Object.values(misfits)) {
    const { folder } = await stampBuild(await appAtHand(app), version, scratch, code)
    const file = path.join(folder, 'compatibility.json')
    const said = compatibility.parse(JSON.parse(await readFile(file, 'utf8')))
    expect(needs(said)).not.toEqual(said)
    await writeFile(file, JSON.stringify(needs(said)))
    await portal.lamella('release', 'publish', app, '--from', folder)
  }
})
test.afterAll(() => rm(scratch, { recursive: true }))

for (const [what, { version, refusal }] of Object.entries(misfits)) {
  test(`a remote built for ${what} is refused by check and activation, naming it`, async ({ portal }) => {
    await expect(portal.lamella('release', 'check', app, version)).rejects.toThrow(refusal)
    await expect(portal.lamella('release', 'activate', app, version)).rejects.toThrow(refusal)
  })
}

/** Opens the log-in page: the version was tried, and the last good one is shown. @returns what was reported of the failure */
const expectFallback = async (page: Page, version: string): Promise<string> => {
  await page.goto('/auth/login')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await expect(page.getByText('An earlier version of The account area is shown')).toBeVisible()
  // Its entry has run: what it needs was what failed.
  expect(await loadedVersions(page, app)).toContain(version)
  const log = await page.evaluate(() => globalThis.__LAMELLA_TELEMETRY__)
  const failure = log?.find(({ event }) => event === 'remote-failed')
  expect(failure).toMatchObject({ app, version })
  return failure?.detail ?? ''
}

test('forced with another major of React, it falls back to the last good version, with a notice, and counts as a failure', async ({
  page,
  portal,
}) => {
  await portal.lamella('release', 'activate', app, '7.0.0', '--force', '--reason', 'Tried by a test')
  const detail = await expectFallback(page, '7.0.0')
  expect(detail).toMatch(/react/)
  expect(detail).toMatch(/99\.0\.0/)
  await portal.lamella('release', 'rollback', app)
})

test('Releases: the page of operators names the part that is missing, and forces it only with a reason', async ({
  page,
  portal,
}) => {
  const { version, refusal } = misfits['a part that the shell does not provide'] ?? { version: '', refusal: /^$/ }
  await enter(page, demoAccount('admin', portal.dataFolder))
  await page.goto(`/settings/releases?app=${app}`)
  const build = page.getByRole('region', { name: `${app} ${version}` })
  await expect(build.getByText(refusal)).toBeVisible()
  await build.getByRole('button', { name: 'Activate in spite of this' }).click()
  const dialog = page.getByRole('dialog', { name: `Activate ${app} ${version}` })
  await expect(dialog.getByText(refusal)).toBeVisible()
  const force = dialog.getByRole('button', { name: 'Activate in spite of this' })
  await expect(force).toBeDisabled()
  await dialog.getByLabel('Why it is activated all the same').fill('Tried by a test')
  await force.click()
  await expect(
    page.getByRole('region', { name: `History of ${app}` }).getByText(`Activated ${version}, forced`),
  ).toBeVisible()
})

test('forced, a part that is missing fails on the first render, and the last good version is shown', async ({
  page,
}) => {
  await expectFallback(page, '7.3.0')
})

test('a rollback ends it', async ({ page, portal }) => {
  await portal.lamella('release', 'rollback', app)
  await page.goto('/auth/login')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  for (const { version } of Object.values(misfits)) expect(await loadedVersions(page, app)).not.toContain(version)
  await expect(page.getByText('An earlier version')).toHaveCount(0)
})
