/**
 * Whom an area admits: in the browser by the guards of its route, on the server by the rule of the call that fills its
 * page. The tests of both sides read this one table, so that neither admits whom the other refuses.
 */
export const areas = [
  { route: '/', call: 'listProjects', guest: true, member: true, admin: true },
  { route: '/projects', call: 'listProjects', guest: true, member: true, admin: true },
  { route: '/datastorage', call: 'listMedia', guest: true, member: true, admin: true },
  { route: '/datastorage/monitor', call: 'listUploads', guest: false, member: true, admin: true },
  { route: '/settings', call: 'updateProfile', guest: true, member: true, admin: true },
  { route: '/settings/audit', call: 'listAudit', guest: false, member: false, admin: true },
] as const

/** Who is kept out of every area: the browser leads to the log-in page, the server answers with this code. */
export const barred = [
  { who: 'nobody', code: 'ERR_0401' },
  { who: 'member without portal access', code: 'ERR_1005' },
  { who: 'member without agreements', code: 'ERR_1008' },
] as const
