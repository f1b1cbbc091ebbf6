import type { Registry } from '@lamella/shared/contract'
import { shellVersion } from '../telemetry/version-in-use.ts'
import { isChunkError } from './chunk-error.ts'
import { isShellPreview } from './preview.ts'
import type { EarlierVersion, FailureStage } from './remote-failure.ts'
import { reportRemoteFailure } from './telemetry.ts'

/** Written by the watchdog of the page, too, and read by the server, which then sends the version before (ADR 56). */
const cookie = 'lamella_failed_shells'
/** Seconds in which a version is not tried again. */
const memory = 600

/** Versions of the shell to which this browser can go back from the running one, newest first. */
let before: readonly string[] = []
let reload = (): void => undefined

/** Notes to which versions a shell that fails can give way. @param reloadPage - reloads the page */
export function noteEarlierShells({ microFrontends }: Registry, reloadPage: () => void): void {
  reload = reloadPage
  const lines = (microFrontends.shell ?? []).map(({ metadata, extras }) => [
    metadata.version,
    ...extras.fallbacks.map(({ version }) => version),
  ])
  const line = lines.find((versions) => versions.includes(shellVersion.version)) ?? []
  // A preview has its own end.
  before = isShellPreview() ? [] : line.slice(line.indexOf(shellVersion.version) + 1)
}

const failedVersions = (): string[] =>
  new RegExp(`(?:^|; )${cookie}=([^;]+)`).exec(document.cookie)?.[1]?.split('_') ?? []

const leave = (): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const failed = [...new Set([...failedVersions(), shellVersion.version])].join('_')
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140, and without HTTPS
  document.cookie = `${cookie}=${failed}; Path=/; Max-Age=${memory}; SameSite=Lax${secure}`
  reload()
}

/** The version of the shell before the running one; undefined: there is none, or the browser cannot tell the server. */
export function earlierShell(): EarlierVersion | undefined {
  const failed = failedVersions()
  const version = before.find((each) => !failed.includes(each))
  return version !== undefined && navigator.cookieEnabled ? { version, use: leave } : undefined
}

const told = new Set<FailureStage>()

/** Reports, once per page and stage, that a part of the running shell failed. @param isFirst - nothing else was shown before */
export function reportShellFailure(error: unknown, isFirst = false): void {
  const stage = isChunkError(error) ? 'chunk' : isFirst ? 'render' : 'late'
  if (told.has(stage)) return
  told.add(stage)
  reportRemoteFailure({ ...shellVersion, routeId: location.pathname, stage, error })
}

/** Whether the page has a watchdog, which replaces a shell that does not start: older servers have none. */
export const isWatched = (): boolean => document.getElementById('lamella-no-start') !== null
