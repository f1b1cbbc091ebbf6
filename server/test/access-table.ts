import { mayInProject, type ProjectAction, type ProjectRole } from '@lamella/shared/contract'

export const callers = [
  'nobody',
  'unknown token',
  'operator',
  'named token',
  'operator user',
  'inactive user',
  'member without portal access',
  'member without agreements',
  'member without second factor',
  'uninvolved guest',
  'guest of the project',
  'viewer',
  'annotator',
  'editor',
  'uninvolved member',
  'owner',
  'admin',
  'foreign guest',
  'foreign member',
  'foreign admin',
] as const
export type Caller = (typeof callers)[number]

/** Error codes of refused access; any other outcome means that access was granted. */
export const refusals = ['ERR_0401', 'ERR_0403', 'ERR_1002', 'ERR_1005', 'ERR_1006', 'ERR_1008', 'ERR_1023', 'ERR_6007']
export const gone = 'ERR_0404'
export const passed = 'passed'

type Rule = Record<Caller, string>
const strangers = {
  nobody: 'ERR_0401',
  'unknown token': 'ERR_1002',
  operator: 'ERR_1002',
  'named token': 'ERR_1002',
  'inactive user': 'ERR_0401',
  'member without portal access': 'ERR_1005',
  'member without agreements': 'ERR_1008',
  'member without second factor': 'ERR_1023',
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
/** Rule for an object of one project, from the table of rights in the contract; owner and admin pass. */
const ofProject = (action: ProjectAction): Rule => {
  const outcome = (role: ProjectRole) => (mayInProject(role, action) ? passed : 'ERR_0403')
  return {
    ...everybody(gone),
    ...strangers,
    // A contributor as editor, but treated as viewer.
    'guest of the project': outcome('viewer'),
    viewer: outcome('viewer'),
    annotator: outcome('annotator'),
    editor: outcome('editor'),
    owner: outcome('owner'),
    admin: passed,
  }
}

/** Guests are refused before anything is looked up. */
const noGuest = (rule: Rule): Rule => ({ ...rule, 'uninvolved guest': 'ERR_0403', 'foreign guest': 'ERR_0403' })

/** @param token - outcome for a named token */
const ofOperators = (token: string): Rule => ({
  ...own('ERR_0403', 'ERR_0403', 'ERR_0403'),
  operator: passed,
  'operator user': passed,
  'named token': token,
})

const session: Rule = {
  ...everybody(passed),
  ...strangers,
  'member without portal access': passed,
  'member without agreements': passed,
  'member without second factor': passed,
}
export const rules = {
  public: everybody(passed),
  client: everybody('ERR_1006'),
  session,
  member: own(passed, passed, passed),
  nonGuest: own('ERR_0403', passed, passed),
  admin: own('ERR_0403', 'ERR_0403', passed),
  operator: ofOperators(passed),
  /** For named tokens only within their scope, which that of the test is not. */
  scopedOperator: ofOperators('ERR_6007'),
  view: ofProject('view'),
  edit: ofProject('edit'),
  editNoGuest: noGuest(ofProject('edit')),
  analyse: ofProject('analyse'),
  analyseNoGuest: noGuest(ofProject('analyse')),
  share: ofProject('share'),
  delete: ofProject('delete'),
  transfer: ofProject('transfer'),
  /** Only for the user who announced the upload. */
  uploader: { ...own('ERR_0403', gone, gone), owner: passed },
  /** For members of the same organisation. */
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
    'member without second factor': gone,
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
  getSecondFactor: 'session',
  beginSecondFactor: 'session',
  confirmSecondFactor: 'session',
  renewRecoveryCodes: 'session',
  disableSecondFactor: 'session',

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
  createTicket: 'member',
  createProject: 'nonGuest',
  openUploadSession: 'nonGuest',
  listUploads: 'nonGuest',

  updateOrganisation: 'admin',
  listMembers: 'admin',
  updateMember: 'adminOfSame',
  invite: 'admin',
  listInvitations: 'admin',
  resendInvitation: 'adminOfSame',
  revokeInvitation: 'adminOfSame',
  resetSecondFactor: 'adminOfSame',
  requireSecondFactor: 'admin',
  listAudit: 'admin',
  exportAudit: 'admin',
  requestUpgrade: 'admin',

  getProject: 'view',
  updateProject: 'edit',
  deleteProject: 'delete',
  listContributors: 'view',
  addContributor: 'share',
  changeContributor: 'share',
  removeContributor: 'share',
  leaveProject: 'view',
  transferProject: 'transfer',
  listProjectInvitations: 'share',
  inviteToProject: 'share',
  resendProjectInvitation: 'share',
  revokeProjectInvitation: 'share',
  listImages: 'view',
  getImage: 'view',
  getImageView: 'view',
  downloadImage: 'view',
  getThumbnail: 'view',
  getTile: 'view',
  updateImage: 'edit',
  setPixelSize: 'edit',
  deleteImage: 'edit',
  retryImage: 'edit',
  createMedium: 'editNoGuest',
  deleteMedium: 'editNoGuest',
  downloadMedium: 'view',
  putPart: 'uploader',
  cancelUpload: 'uploader',
  createJob: 'analyseNoGuest',
  listJobs: 'view',
  checkSuitability: 'analyse',
  getJob: 'view',
  deleteJob: 'analyse',
  getJobResult: 'view',
  getResultObjects: 'view',
  pageResultObjects: 'view',
  findResultObjects: 'view',
  getResultColumn: 'view',
  listCorrections: 'view',
  createCorrection: 'analyse',
  createBundle: 'view',
  getBundle: 'view',
  downloadBundle: 'view',

  sendTelemetry: 'public',
  listVersionHealth: 'operator',
  listReleases: 'operator',
  releaseHistory: 'operator',
  releaseOverview: 'operator',
  releaseSeries: 'operator',
  removableReleases: 'operator',
  checkRelease: 'scopedOperator',
  putReleaseFile: 'scopedOperator',
  completeRelease: 'scopedOperator',
  activateRelease: 'scopedOperator',
  rollbackRelease: 'scopedOperator',
  startTrial: 'scopedOperator',
  changeTrial: 'scopedOperator',
  endTrial: 'scopedOperator',
  removeRelease: 'scopedOperator',
  pruneReleases: 'scopedOperator',
  previewRelease: 'scopedOperator',
  endPreview: 'public',
  assignedVersions: 'member',
  reportVersion: 'member',
  listOperatorTokens: 'scopedOperator',
  createOperatorToken: 'scopedOperator',
  removeOperatorToken: 'scopedOperator',
}
