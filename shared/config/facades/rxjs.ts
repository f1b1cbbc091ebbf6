/** The parts of rxjs in use; a build that misses a name here says so. See shared/config/share-list.ts. */
export {
  filter,
  map,
  Subject,
} from 'rxjs'
