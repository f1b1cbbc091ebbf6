import { LimitsDetail, StatusBadge, statuses, WaitingStatus } from '@lamella/shared/blocks'
import { Doughnut, InfoBar, ProgressBar, RingIndicator, Toast, ToneIcon } from '@lamella/shared/ui'
import { Text } from '@mantine/core'
import css from './kit.module.css'
import { KitRow, KitSection } from './kit-section.tsx'

const stay = () => {}

export function KitStatus() {
  return (
    <>
      <KitSection title="Status">
        <KitRow>
          {statuses.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </KitRow>
        <KitRow>
          <WaitingStatus
            status="queued"
            place={{ id: 'medium', imageId: 'image', before: 3, seconds: { from: 130, to: 290 } }}
          />
        </KitRow>
        <KitRow>
          <RingIndicator share={23 / 31}>23 days in the free trial phase left</RingIndicator>
          <RingIndicator share={4 / 31} warn>
            4 days in the free trial phase left
          </RingIndicator>
        </KitRow>
        <div className={css.bars}>
          <ProgressBar value={78} label="TMA-4_core-B08.svs" />
          <ProgressBar value={50} label="U2OS_A02_s1.ome.tif" tone="paused" />
          <ProgressBar value={31} label="scan_0412.ndpi" tone="failed" />
        </div>
      </KitSection>
      <KitSection title="Limits">
        <div className={css.doughnuts}>
          <Doughnut title="Storage" used={6.2} limit={10} unit="GB" format={String} />
          <Doughnut title="Images" used={97} limit={100} />
          <Doughnut title="Users" used={5} limit={5} />
          <Doughnut title="Projects" used={6} own={4} limit={10} />
          <Doughnut title="Jobs" used={1204} limit={-1} />
          <Doughnut title="Annotations" used={0} limit={500} />
        </div>
        <KitRow>
          <Doughnut title="Storage" used={8.9} limit={10} unit="GB" format={String} size={44} layout="beside" />
          <Doughnut title="Images" used={79} limit={100} size={44} layout="beside" />
        </KitRow>
      </KitSection>
      <KitSection title="Toasts">
        <div className={css.stack}>
          <Toast tone="success" title="Upload images" detail="Image uploads have completed." onClose={stay} />
          <Toast tone="error" title="Upload images" detail="Upload failed for scan_0412.ndpi" onClose={stay} />
          <Toast
            tone="error"
            title="Upload images"
            detail={<LimitsDetail>Your organization reached its storage limits.</LimitsDetail>}
            onClose={stay}
          />
          <Toast tone="warning" title="Data storage" detail="97 of 100 images are used." onClose={stay} />
          <Toast tone="info" title="Project link copied to clipboard" onClose={stay} />
        </div>
      </KitSection>
      <KitSection title="Info bars">
        <div className={css.stack}>
          <InfoBar>You can only upload images to projects in which you are Owner or Editor.</InfoBar>
          <InfoBar tone="success">The message was sent.</InfoBar>
          <InfoBar tone="warning">97 of 100 images are used.</InfoBar>
          <InfoBar tone="error">Storage capacity exceeded, some files cannot be uploaded</InfoBar>
        </div>
        <KitRow>
          <ToneIcon tone="success" />
          <Text fz={12} c="var(--lm-text3)">
            Colour never stands alone: each tone has its sign.
          </Text>
        </KitRow>
      </KitSection>
    </>
  )
}
