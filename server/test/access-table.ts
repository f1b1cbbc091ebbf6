export const callers = [
  'nobody',
  'unknown token',
  'operator',
  'inactive user',
  'member without portal access',
  'member without agreements',
  'uninvolved guest',
  'guest of the project',
  'viewer',
  'annotator',
  'uninvolved member',
  'owner',
  'admin',
  'foreign guest',
  'foreign member',
  'foreign admin',
] as const
export type Caller = (typeof callers)[number]

/** Codes by which access is refused; anything else means that the call was let in. */
export const refusals = ['ERR_0401', 'ERR_0403', 'ERR_1002', 'ERR_1005', 'ERR_1006', 'ERR_1008']
export const gone = 'ERR_0404'
export const passed = 'passed'

type Rule = Record<Caller, string>
const strangers = {
  nobody: 'ERR_0401',
  'unknown token': 'ERR_1002',
  operator: 'ERR_1002',
  'inactive user': 'ERR_0401',
  'member without portal access': 'ERR_1005',
  'member without agreements': 'ERR_1008',
}
const everybody = (outcome: string): Rule => Object.fromEntries(callers.map((caller) => [caller, outcome])) as Rule
const own = (guest: string, member: string, admin: string): Rule => ({
  ...everybody(member),
  ...strangers,
  'uninvolved guest': guest,
  'guest of the project': guest,
  'foreign guest': guest,
  admin,
  'foreign admin': admin,
})
/** Of something in one project: guests, viewer, annotator, then owner and admin. */
const ofProject = (guest: string, viewer: string, annotator: string): Rule => ({
  ...everybody(gone),
  ...strangers,
  'guest of the project': guest,
  viewer,
  annotator,
  owner: passed,
  admin: passed,
})

const session: Rule = {
  ...everybody(passed),
  ...strangers,
  'member without portal access': passed,
  'member without agreements': passed,
}
export const rules = {
  public: everybody(passed),
  client: everybody('ERR_1006'),
  session,
  member: own(passed, passed, passed),
  nonGuest: own('ERR_0403', passed, passed),
  admin: own('ERR_0403', 'ERR_0403', passed),
  operator: { ...everybody('ERR_0401'), operator: passed },
  viewer: ofProject(passed, passed, passed),
  editor: ofProject('ERR_0403', 'ERR_0403', 'ERR_0403'),
  /** Editors, and guests are refused before anything is looked up. */
  editorNoGuest: {
    ...ofProject('ERR_0403', 'ERR_0403', 'ERR_0403'),
    'uninvolved guest': 'ERR_0403',
    'foreign guest': 'ERR_0403',
  },
  /** Only whoever announced the upload. */
  uploader: { ...own('ERR_0403', gone, gone), owner: passed },
  /** Members of the same organisation. */
  colleague: {
    ...own(passed, passed, passed),
    'foreign guest': gone,
    'foreign member': gone,
    'foreign admin': gone,
  },
  adminOfSame: { ...own('ERR_0403', 'ERR_0403', passed), 'foreign admin': gone },
  /** Only one's own session. */
  ownSession: {
    ...everybody(gone),
    ...strangers,
    'member without portal access': gone,
    'member without agreements': gone,
    owner: passed,
  },
} satisfies Record<string, Rule>

export const ruleOf: Record<string, keyof typeof rules> = {
  requestToken: 'client',
  signup: 'public',
  signupConfirm: 'public',
  passwordReset: 'public',
  passwordConfirm: 'public',
  openInvitation: 'public',
  acceptInvitation: 'public',

  logout: 'session',
  confirmTerms: 'session',
  confirmPrivacy: 'session',
  whoAmI: 'session',
  aboutOrganisation: 'session',
  organisationAdmin: 'session',
  listSubscriptions: 'session',
  changePassword: 'session',
  listSessions: 'session',
  endSessions: 'session',
  endSession: 'ownSession',

  listUsers: 'member',
  updateProfile: 'member',
  putAvatar: 'member',
  deleteAvatar: 'member',
  getAvatar: 'colleague',
  getOrganisation: 'member',
  organisationStorage: 'member',
  organisationUsage: 'member',
  allUsersStorage: 'member',
  projectsStorage: 'member',
  userProjectCounts: 'member',
  listProjects: 'member',
  listMedia: 'member',
  listApplications: 'member',
  uploadConfig: 'member',
  eventStream: 'member',
  createProject: 'nonGuest',
  startUpload: 'nonGuest',
  listUploads: 'nonGuest',

  updateOrganisation: 'admin',
  listMembers: 'admin',
  updateMember: 'adminOfSame',
  invite: 'admin',
  listInvitations: 'admin',
  resendInvitation: 'adminOfSame',
  revokeInvitation: 'adminOfSame',
  listAudit: 'admin',
  exportAudit: 'admin',
  requestUpgrade: 'admin',

  getProject: 'viewer',
  updateProject: 'editor',
  deleteProject: 'editor',
  listImages: 'viewer',
  getImage: 'viewer',
  getImageView: 'viewer',
  downloadImage: 'viewer',
  getThumbnail: 'viewer',
  getTile: 'viewer',
  updateImage: 'editor',
  deleteImage: 'editor',
  retryImage: 'editor',
  createMedium: 'editorNoGuest',
  deleteMedium: 'editorNoGuest',
  downloadMedium: 'viewer',
  putPart: 'uploader',
  cancelUpload: 'uploader',
  createJob: 'editorNoGuest',
  listJobs: 'viewer',
  getJob: 'viewer',
  deleteJob: 'editor',
  getJobResult: 'viewer',
  getResultObjects: 'viewer',
  pageResultObjects: 'viewer',
  findResultObjects: 'viewer',
  createBundle: 'viewer',
  getBundle: 'viewer',
  downloadBundle: 'viewer',

  listReleases: 'operator',
  releaseHistory: 'operator',
  checkRelease: 'operator',
  putReleaseFile: 'operator',
  completeRelease: 'operator',
  activateRelease: 'operator',
  rollbackRelease: 'operator',
}
