import { expect, type Locator, type Page, type Route } from 'playwright/test'
import { enter } from './steps/account.ts'
import { openInviteDialog } from './steps/invite.ts'
import { demoAccount } from './support/demo.ts'
import { invalidateTokens, noNetwork, respondSlowly, respondUnavailable } from './support/faults.ts'
import { test } from './support/policy.ts'

/** A form for logged-in users; that of a new project is tested in faults.full.spec.ts. */
interface Form {
  /** Opens the form from the dashboard. */
  open: (page: Page) => Promise<void>
  /** Fills in what the form needs besides the text. */
  choose?: (page: Page) => Promise<void>
  /** Label of the field for the text. */
  field: string
  text: string
  submit: string
  /** URL pattern of the call that sends it. */
  call: string
  /** Message after a failed call. */
  failure: RegExp
  /** Where a service that is down leads to, with a way back (D2-8-05). By default the form stays, with its message. */
  errorPage?: RegExp
  /** Visible once it is stored. */
  stored: (page: Page) => Locator
}

/** The portal's own message, or that of the service. */
const inForm = /What you typed is kept; try again in a moment\.|Down for a moment\./

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).first().click()

const forms: Record<string, Form> = {
  'invite users': {
    open: async (page) => {
      await openInviteDialog(page, ['typed.in.trouble@lamella.test'])
    },
    field: 'Message',
    text: 'Our slides live here now.',
    submit: 'Send invitations',
    call: '**/api/v2/invitations',
    failure: inForm,
    stored: (page) => page.getByRole('table').getByText('typed.in.trouble@lamella.test'),
  },
  'request an upgrade': {
    open: async (page) => {
      await page.goto('/settings/subscriptions')
      await press(page, 'Request an upgrade')
    },
    choose: (page) => page.getByRole('dialog').getByRole('radio').first().check(),
    field: 'Message',
    text: 'Twelve users, two terabytes, from March.',
    submit: 'Send request',
    call: '**/api/v1/subscriptions/upgrade-requests',
    failure: inForm,
    stored: (page) => page.getByText(/^Your request for .* was sent/),
  },
  'own name': {
    open: async (page) => {
      await page.goto('/settings')
    },
    field: 'Last name',
    text: 'Falk-Oduya',
    submit: 'Save name',
    call: '**/api/v1/users/me*',
    failure: inForm,
    stored: (page) => page.getByText('Your name has been changed.'),
  },
  organization: {
    open: async (page) => {
      await page.goto('/settings')
      await press(page, 'Edit organization')
    },
    field: 'Sector (optional)',
    text: 'Pathology, in trouble',
    submit: 'Save',
    call: '**/api/v1/organisation*',
    failure: inForm,
    stored: (page) => page.getByRole('region', { name: 'Organization' }).getByText('Pathology, in trouble'),
  },
  'details of a project': {
    open: async (page) => {
      await page.goto('/projects/new')
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Edited in trouble')
      await press(page, 'Save')
      await press(page, 'Project actions')
      await page.getByRole('menuitem', { name: 'Edit details' }).click()
    },
    field: 'Description (optional)',
    text: 'Kidney, PAS, second batch',
    submit: 'Save',
    call: '**/api/v1/projects/*',
    failure: /^The server did not answer, so it is not known whether your changes were saved/,
    errorPage: /\/error\/503/,
    stored: (page) => page.getByText('Kidney, PAS, second batch').and(page.locator(':not(textarea)')),
  },
}

/** Breaks calls that change something; reads still work. */
const breakChanges = async (page: Page, { call }: Form, trouble: (route: Route) => Promise<void>): Promise<void> => {
  await page.route(call, (route) => (route.request().method() === 'GET' ? route.fallback() : trouble(route)))
}

test.describe.configure({ mode: 'parallel' })

for (const [name, form] of Object.entries(forms)) {
  const tag = name === 'details of a project' ? [] : ['@full']
  test(`${name}: typed text survives a missing network, a service that is down, and the end of the session`, {
    tag,
  }, async ({ page }) => {
    const { email, password } = demoAccount('admin')
    const field = page.getByRole('textbox', { name: form.field })
    const submit = page.getByRole('button', { name: form.submit, exact: true }).last()
    await enter(page, { email, password })
    await form.open(page)
    await form.choose?.(page)
    await field.fill(form.text)
    for (const [fault, trouble] of Object.entries({
      'no network': noNetwork,
      'a service that is down': respondUnavailable,
    })) {
      await test.step(fault, async () => {
        await breakChanges(page, form, trouble)
        await submit.click()
        if (form.errorPage && trouble === respondUnavailable) {
          await expect(page).toHaveURL(form.errorPage)
          await page.unroute(form.call)
          await page.getByRole('link', { name: 'Go back and try again' }).click()
        } else await expect(page.getByText(form.failure).last()).toBeVisible()
        await expect(field).toHaveValue(form.text)
        await page.unroute(form.call)
        // After a refusal Save is enabled by the next edit (contradiction 17).
        await field.fill(`${form.text}.`)
        await field.fill(form.text)
      })
    }
    await test.step('the session ends', async () => {
      await invalidateTokens(page, 'accessToken', 'refreshToken')
      await submit.click()
      await expect(page.getByText(/your session expired/i)).toBeVisible()
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(field).toHaveValue(form.text)
      await expect(page.getByText(/text was restored/).first()).toBeVisible()
    })
    await test.step('a response that takes 10 seconds', async () => {
      // Messages of the faults stay in the corner, where they may cover the button.
      for (const close of await page.getByRole('button', { name: 'Close message' }).all()) await close.click()
      await breakChanges(page, form, respondSlowly)
      await submit.click()
      await expect(submit).toBeDisabled()
      await expect(field).toHaveValue(form.text)
      await expect(form.stored(page)).toBeVisible()
    })
  })
}
