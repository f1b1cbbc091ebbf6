import { call } from '@lamella/shared/api'
import { assignedVersions, type Registry } from '@lamella/shared/contract'

/** App on trial → the version that the server gave the user. Other apps have one version for all. */
export type Assigned = Readonly<Record<string, string>>

/** Read by the server too, which sends the HTML of the shell (ADR 61). */
const cookie = 'lamella_assigned'
/** Seconds: longer than a session lasts without being used. */
const memory = 30 * 86_400

const write = (value: string, seconds: number): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140, and without HTTPS
  document.cookie = `${cookie}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
}

/** What the server gave the user last, as this browser keeps it. */
export function readAssigned(): Assigned {
  const value = new RegExp(`(?:^|; )${cookie}=([^;]*)`).exec(document.cookie)?.[1] ?? ''
  return Object.fromEntries(
    value
      .split('~')
      .map((entry) => entry.split('@', 2))
      .filter(([app, version]) => app && version),
  )
}

export function forgetAssigned(): void {
  write('', 0)
}

/** Whether an app of the registry has a version on trial, also one for nobody but named users. */
const hasTrial = ({ microFrontends }: Registry): boolean =>
  Object.values(microFrontends).some((releases) => releases.length > 1)

/** What the server gives the user. */
interface Assignment {
  versions: Assigned
  /** What an operator gets by a preview only, once they have agreed. */
  offers: Assigned
}

/**
 * Reads which versions the user gets, and keeps them. Without a trial there is nothing to ask for.
 * @throws ApiFailure
 */
export async function fetchAssigned(registry: Registry): Promise<Assignment> {
  if (!hasTrial(registry)) {
    forgetAssigned()
    return { versions: {}, offers: {} }
  }
  const { data } = await call(assignedVersions, {}, { action: 'releases.assigned' })
  const entries = Object.entries(data.versions)
  if (entries.length === 0) forgetAssigned()
  else write(entries.map(([app, version]) => `${app}@${version}`).join('~'), memory)
  return { versions: data.versions, offers: data.offers ?? {} }
}
