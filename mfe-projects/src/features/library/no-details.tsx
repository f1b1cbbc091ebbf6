import css from './image-details.module.css'
import { imagesText } from './image-texts.ts'

/** In place of the details while not one image is selected, where they are beside the library. */
export const NoDetails = ({ count }: { count: number }) => (
  <aside className={css.panel} data-empty aria-label="Details">
    <p className={css.hint}>
      {count > 1
        ? `${imagesText(count)} are selected: what can be done with them is below the list.`
        : 'Select an image to see its details here. A double click opens it in the viewer.'}
    </p>
  </aside>
)
