export { type AuditFilter, auditParameters, auditQuery } from './audit.ts'
export {
  type ImageQuestion,
  imageGroupsQuery,
  imageOutlineQuery,
  imagePageQuery,
  imagePagesChanged,
  imageQuery,
  imageScaled,
  imagesChanged,
  imagesNamedQuery,
  imagesPerPage,
  imagesQuery,
  imageViewQuery,
  trashQuery,
} from './images.ts'
export { invitationQuery, invitationsChanged, invitationsQuery } from './invitations.ts'
export {
  applicationsQuery,
  bundleQuery,
  correctionsChanged,
  correctionsQuery,
  type ImageBox,
  jobQuery,
  jobsChanged,
  jobsQuery,
  objectPageQuery,
  objectsInBoxQuery,
  resultColumnsQuery,
  resultQuery,
} from './jobs.ts'
export { labelSetsQuery, labelsChanged, labelsQuery } from './labels.ts'
export { membersChanged, membersQuery, type Person, usersQuery } from './members.ts'
export { multichannelSettingsChanged, multichannelSettingsQuery } from './multichannel-settings.ts'
export {
  organisationAdminQuery,
  organisationChanged,
  organisationQuery,
  subscriptionsQuery,
  usageQuery,
} from './organisation.ts'
export { avatarQuery, pictureQuery } from './pictures.ts'
export { sessionsChanged, sessionsQuery } from './profile.ts'
export { projectCountsQuery, projectDeleted, projectQuery, projectsChanged, projectsQuery } from './projects.ts'
export { createQueryClient } from './query-client.ts'
export { anyPage, type ErrorPage, failingTo, fatalPage } from './query-meta.ts'
export { enrolmentQuery, secondFactorChanged, secondFactorQuery } from './second-factor.ts'
export { contributorsQuery, projectInvitationsQuery, sharingChanged } from './sharing.ts'
export {
  mediaQuery,
  projectsStorageQuery,
  storageChanged,
  storageQuery,
  usersStorageQuery,
} from './storage.ts'
export { suitabilityQuery } from './suitability.ts'
export { uploadConfigQuery, uploadsChanged, uploadsQuery } from './uploads.ts'
export { useAvatar } from './use-avatar.ts'
// Name until contract 1.0, for remotes that were built before 1.1 and run in this shell.
export { pollInterval, pollInterval as pollEvery, useLiveQuery } from './use-live-query.ts'
