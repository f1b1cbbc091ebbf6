import { anyPage, failingTo, storageQuery, useLiveQuery } from '@lamella/shared/queries'
import { currentUserAtom, restrictionsAtom } from '@lamella/shared/session'
import { ErrorState, InfoBar, PageTitle, queryError, TabCount } from '@lamella/shared/ui'
import { Button, Tabs } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { Link, useSearchParams } from 'react-router-dom'
import { ImageList } from '../../features/image-lists/image-list.tsx'
import { scopeOf, scopes } from '../../features/image-lists/scopes.ts'
import { useMediaList } from '../../features/image-lists/use-media-list.ts'
import { LimitNotice } from '../../features/limits/limit-notice.tsx'
import { StorageOverview } from '../../features/storage-overview/storage-overview.tsx'

/** Storage dashboard (D3-2-01): use against the limits, and the lists of images. */
const DashboardPage = () => {
  const user = useAtomValue(currentUserAtom)
  const restrictions = useAtomValue(restrictionsAtom)
  const [search, setSearch] = useSearchParams()
  const scope = scopeOf(search.get('scope'))
  const storage = useLiveQuery(failingTo(anyPage, storageQuery))
  const list = useMediaList(scope)
  if (!user || !restrictions) return null

  // False while loading, so that the button stands in its usual place and the layout does not shift.
  const isEmpty = list.counts !== undefined && Object.values(list.counts).every((count) => count === 0)
  const upload = !user.isGuest && (
    <Button component={Link} to="/datastorage/upload" leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}>
      Upload images
    </Button>
  )
  const error = queryError('The storage usage could not be loaded', storage)
  return (
    <>
      <PageTitle title="Data Storage" actions={!isEmpty && upload} />
      {user.isGuest && <InfoBar>As a guest of this organization you cannot upload images.</InfoBar>}
      {storage.data && <LimitNotice restrictions={restrictions} used={storage.data} />}
      {error && !storage.data ? (
        <ErrorState {...error} />
      ) : (
        <StorageOverview used={storage.data} limits={restrictions.limits} />
      )}
      <Tabs value={scope} onChange={(value) => setSearch(value ? { scope: value } : {}, { replace: true })}>
        <Tabs.List aria-label="Images">
          {scopes.map(({ value, title }) => (
            <Tabs.Tab key={value} value={value} rightSection={list.counts && <TabCount count={list.counts[value]} />}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {scopes.map(({ value }) => (
          <Tabs.Panel key={value} value={value} pt="md">
            {value === scope && (
              <ImageList scope={value} list={list} emptyAction={value === 'available' && isEmpty && upload} />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

export default DashboardPage
