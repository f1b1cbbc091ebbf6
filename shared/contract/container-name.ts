/**
 * Name of an app's federation container, unique for each version, because two versions may meet in one page.
 * It is also a JavaScript identifier: `auth` 1.2.0-rc.1 is `lamella_auth_1_2_0$rc_1`.
 */
export const containerName = (app: string, version: string): string =>
  `lamella_${app.replaceAll('-', '_')}_${version.replaceAll('.', '_').replaceAll('-', '$')}`

/** The version in a container's name; null when it is no container of this app. */
export const versionOfContainer = (app: string, name: string): string | null => {
  const prefix = containerName(app, '')
  return name.startsWith(prefix) ? name.slice(prefix.length).replaceAll('_', '.').replaceAll('$', '-') : null
}
