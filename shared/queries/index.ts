export {
  type AnnotationFilter,
  annotationCountsQuery,
  annotationExportsChanged,
  annotationExportsQuery,
  annotationHistoryQuery,
  annotationImportQuery,
  annotationImportsChanged,
  annotationImportsQuery,
  annotationPagesChanged,
  annotationsQuery,
  annotationTimelineQuery,
  deletedAnnotationsQuery,
} from './annotations.ts'
export { type AuditFilter, auditParameters, auditQuery } from './audit.ts'
export { candidatesQuery, type RecognisedUsers, recognisedUsersQuery } from './candidates.ts'
export { chosenImagesQuery, suitabilitiesQuery } from './chosen-images.ts'
export { jobGroupsQuery, jobResultsQuery } from './chosen-jobs.ts'
export {
  type ImageQuestion,
  imageForgotten,
  imageGroupsQuery,
  imageNeighboursQuery,
  imageOutlineQuery,
  imagePageQuery,
  imagePagesChanged,
  imageQuery,
  imageScaled,
  imageShownAnew,
  imagesChanged,
  imagesNamedQuery,
  imagesPerPage,
  imagesQuery,
  imageViewQuery,
  multichannelImagesQuery,
  newestImagesQuery,
  trashQuery,
} from './images.ts'
export { invitationOutlineQuery, invitationPageQuery, invitationsStartQuery } from './invitation-list.ts'
export {
  invitationQuery,
  invitationsChanged,
  invitationsQuery,
} from './invitations.ts'
export {
  type JobConditions,
  type JobQuestion,
  jobOutlineQuery,
  jobPageQuery,
  jobsOutdated,
  jobsStartQuery,
} from './job-list.ts'
export {
  applicationsQuery,
  bundleQuery,
  correctionsChanged,
  correctionsQuery,
  type ImageBox,
  jobChanged,
  jobQuery,
  jobsChanged,
  jobsQuery,
  objectPageQuery,
  objectsInBoxQuery,
  resultColumnsQuery,
  resultQuery,
  unfinishedJobsQuery,
} from './jobs.ts'
export { labelSetsQuery, labelsChanged, labelsQuery } from './labels.ts'
export { firstUsersQuery, membersChanged, membersQuery, type Person, usersQuery } from './members.ts'
export { multichannelSettingsChanged, multichannelSettingsQuery } from './multichannel-settings.ts'
export {
  notificationSettingChosen,
  notificationSettingsQuery,
  notificationsChanged,
  notificationsQuery,
} from './notifications.ts'
export {
  organisationAdminQuery,
  organisationChanged,
  organisationQuery,
  pastSubscriptionsQuery,
  plansChanged,
  subscriptionsQuery,
  usageDaysQuery,
  usageQuery,
} from './organisation.ts'
export { peopleOutlineQuery, peoplePageQuery, peopleStartQuery } from './people-list.ts'
export { avatarQuery, pictureQuery } from './pictures.ts'
export { sessionsChanged, sessionsQuery } from './profile.ts'
export {
  type ProjectQuestion,
  projectOutlineQuery,
  projectPageQuery,
  projectsNamedQuery,
  projectsStartQuery,
} from './project-list.ts'
export {
  historyQuery,
  projectCountsQuery,
  projectDeleted,
  projectDeletionKey,
  projectQuery,
  projectsChanged,
  projectsQuery,
} from './projects.ts'
export { createQueryClient } from './query-client.ts'
export { anyPage, type ErrorPage, failingTo, fatalPage, imagePage } from './query-meta.ts'
export { enrolmentQuery, secondFactorChanged, secondFactorQuery } from './second-factor.ts'
export { contributorsQuery, projectInvitationsQuery, sharingChanged } from './sharing.ts'
export {
  type MediaQuestion,
  mediaOutlineQuery,
  mediaPageQuery,
  mediaQuery,
  projectsStorageQuery,
  storageChanged,
  storageQuery,
  usersStorageQuery,
} from './storage.ts'
export { suitabilityQuery } from './suitability.ts'
export { trashOutdated, trashOutlineQuery, trashPageQuery, trashStartQuery } from './trash-list.ts'
export { unreadQuery } from './unread-notifications.ts'
export { uploadConfigQuery, uploadsChanged, uploadsQuery } from './uploads.ts'
export { useAvatar } from './use-avatar.ts'
export { pollInterval, useLiveQuery, useRefetchOnEvents } from './use-live-query.ts'
export { filterOf, type LongList, orderOf, useLongList } from './use-long-list.ts'
export { type ProjectList, useProjectList } from './use-project-list.ts'
export { useWaitingMedia, useWaitingUploads } from './use-waiting-media.ts'
export { type KnownUsers, usersByIdQuery, useUsersById } from './users-by-id.ts'
