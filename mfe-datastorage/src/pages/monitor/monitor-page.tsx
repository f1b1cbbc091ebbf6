import { samplePictures } from '@lamella/shared/blocks'
import { useLiveQuery } from '@lamella/shared/queries'
import { EmptyState, ErrorState, LoadingRows, PageTitle, queryError } from '@lamella/shared/ui'
import { uploads } from '@lamella/shared/upload'
import { Button, Card, Stack } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { detachedFrom, detachedUploadsQuery } from '../../features/detached-uploads/api.ts'
import { DetachedUploads } from '../../features/detached-uploads/detached-uploads.tsx'
import { UploadList } from '../../features/upload-list/upload-list.tsx'

/** Upload monitor (D3-2-10): uploads of this page and of other sessions (D3-2-123). */
const MonitorPage = () => {
  const { items } = useSyncExternalStore(uploads.subscribe, uploads.snapshot)
  // Stays visible after the last upload, to show how the uploads ended.
  const [hadItems, setHadItems] = useState(items.length > 0)
  if (items.length > 0 && !hadItems) setHadItems(true)
  // Events report start and end of an upload only; the received bytes are polled.
  const records = useLiveQuery(detachedUploadsQuery, { pollWhile: ({ length }) => length > 0 })
  const error = queryError('Uploads from other sessions could not be retrieved', records)
  const detached = records.data && detachedFrom(records.data, items)
  const isEmpty = !hadItems && detached?.length === 0
  const upload = (
    <Button component={Link} to="/datastorage/upload" leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}>
      Upload images
    </Button>
  )
  return (
    <>
      <PageTitle title="Upload Monitor" actions={!isEmpty && upload} />
      <Stack gap="md">
        {hadItems && <UploadList />}
        {detached && detached.length > 0 && <DetachedUploads uploads={detached} />}
        {isEmpty && (
          <Card>
            <EmptyState
              pictures={samplePictures}
              title="No uploads are running"
              text="Uploads are listed here until they are complete, including those from your other browser windows."
              actions={upload}
            />
          </Card>
        )}
        {!records.data && (error ? <ErrorState {...error} /> : <LoadingRows rows={3} />)}
      </Stack>
    </>
  )
}

export default MonitorPage
