import type { AppId } from '@lamella/shared/contract'
import type { Browser, Page } from 'playwright/test'
import type { Build } from '../federation/broken-builds.ts'
import { type CodeChange, stampBuild } from '../federation/stamped-build.ts'
import { type Account, enterByLogIn } from '../steps/account.ts'
import { appAtHand } from './app-at-hand.ts'
import type { OwnPortal } from './own-portal.ts'

/**
 * Publishes the build at hand as another version.
 * @param scratch - folder for its files
 * @param change - breaks it
 * @param options - further arguments of the command
 */
export const publishStamped = async (
  portal: OwnPortal,
  app: AppId,
  version: string,
  scratch: string,
  change?: CodeChange,
  options: readonly string[] = [],
): Promise<Build> => {
  const build = await stampBuild(await appAtHand(app), version, scratch, change)
  await portal.lamella('release', 'publish', app, '--from', build.folder, ...options)
  return build
}

/** A browser of its own in which somebody has logged in. */
export const enterInOwnBrowser = async (browser: Browser, portal: OwnPortal, account: Account): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await enterByLogIn(page, account)
  return page
}
