import { AllUploadsButtons, InterruptedUploads, UploadButtons } from '@lamella/shared/blocks'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { KitRow, KitSection } from './kit-section.tsx'

const waiting = [
  { id: '1', name: 'TMA-4_core-B08.svs', status: 'uploading' },
  { id: '2', name: 'U2OS_A02_s1.ome.tif', status: 'paused' },
  { id: '3', name: 'scan_0412.ndpi', status: 'queue' },
]

/** Of a page that was loaded again. */
const interrupted = [
  { name: 'Kidney_07.czi', waitsFor: 'file' },
  { name: 'scan_0413.ndpi', waitsFor: 'permission' },
] as const

export function KitUploads() {
  const [uploads, setUploads] = useState(waiting)
  const [lost, setLost] = useState<readonly (typeof interrupted)[number][]>(interrupted)
  const put = (status: string, only?: string) =>
    setUploads(uploads.map((upload) => (only === undefined || upload.id === only ? { ...upload, status } : upload)))
  const queue = {
    pause: (id: string) => put('paused', id),
    resume: (id: string) => put('uploading', id),
    cancel: (id: string) => setUploads(uploads.filter((upload) => upload.id !== id)),
    pauseAll: () => put('paused'),
    resumeAll: () => put('uploading'),
    cancelAll: async () => setUploads([]),
  }
  return (
    <KitSection title="Buttons of uploads">
      {uploads.map((upload) => (
        <KitRow key={upload.id}>
          <Text fz={13}>
            {upload.name}, {upload.status}
          </Text>
          <UploadButtons upload={upload} queue={queue} cancellable />
        </KitRow>
      ))}
      <KitRow>
        <AllUploadsButtons queue={queue} variant="default" size="xs" />
      </KitRow>
      <InterruptedUploads
        uploads={lost}
        queue={{
          provide: (files) => {
            const found = lost.filter(({ name }) => files.some(({ file }) => file.name === name))
            setLost(lost.filter((upload) => !found.includes(upload)))
            return found.length
          },
          allow: async () => setLost(lost.filter(({ waitsFor }) => waitsFor !== 'permission')),
        }}
      />
    </KitSection>
  )
}
