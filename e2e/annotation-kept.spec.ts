import { expect, type Page } from 'playwright/test'
import { drawRectangle, drawUnsaved, openPicture, panel, rows, storedAnnotations } from './steps/annotation.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

const state = (page: Page) => panel(page).getByRole('status')
const changes = '**/annotations/changes'

/** How many edits the browser keeps. */
const countKept = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const opened = indexedDB.open('lamella-annotations')
    opened.onerror = () => reject(opened.error)
    opened.onsuccess = () => {
      const counted = opened.result.transaction('edits').objectStore('edits').count()
      counted.onsuccess = () => {
        opened.result.close()
        resolve(counted.result)
      }
    }
  })

test('what is drawn without a network, or while a tab crashes, is saved by the next tab, once', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Kept')
  const address = page.url()
  await drawRectangle(page, [-100, -80], [-40, -20])

  const offline = await page.context().newPage()
  await offline.goto(address)
  await expect(rows(offline)).toHaveCount(1)
  await page.context().setOffline(true)
  await drawUnsaved(offline, [20, 20], [80, 80])
  await expect(state(offline)).toHaveText(
    'Not saved: The server does not answer. 1 change is kept in this browser and sent again soon.',
  )
  await expectGoodScreen(offline, 'annotate-kept')
  // Nothing would be lost, so nothing is asked.
  const asked: string[] = []
  offline.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await offline.close({ runBeforeUnload: true })
  await expect.poll(() => offline.isClosed()).toBe(true)
  expect(asked).toEqual([])
  await page.context().setOffline(false)

  // On any page of a project, not only where it was drawn.
  const next = await page.context().newPage()
  await next.goto('/projects')
  await expect(next.getByText('Saved: 1 change of field.png that this browser had kept.')).toBeVisible()
  expect(await storedAnnotations(page, project)).toHaveLength(2)
  await expect(rows(page)).toHaveCount(2)

  // The server has made the change, but its answer never came.
  const crashed = await page.context().newPage()
  await crashed.goto(address)
  await expect(rows(crashed)).toHaveCount(2)
  let arrived: () => void
  const made = new Promise<void>((resolve) => {
    arrived = resolve
  })
  await crashed.route(changes, async (route) => {
    await route.fetch()
    arrived()
  })
  await drawUnsaved(crashed, [-150, 50], [-100, 100])
  await made
  await drawUnsaved(crashed, [100, -150], [150, -100])
  // Both are on the disk of the browser, as they are some ms after they were drawn.
  await expect.poll(() => crashed.evaluate(countKept)).toBe(2)
  const gone = crashed.waitForEvent('crash')
  void crashed.goto('chrome://crash').catch(() => undefined)
  await gone
  await next.goto(address)
  await expect(rows(next)).toHaveCount(4)
  await expect(state(next)).toHaveText('Saved')
  expect(await storedAnnotations(page, project)).toHaveLength(4)
})
