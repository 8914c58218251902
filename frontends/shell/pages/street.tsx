import css from './street.module.css';

/** A street of the tehsil with its town hall: a lamp, a bin and a report on its way. By night where the page is dark. */
export const Street = () => (
  <svg className={css.street} aria-hidden="true" viewBox="0 0 520 400" width="520" height="400">
    <rect className={css.sky} width="520" height="400" rx="28" />
    <circle className={css.sun} cx="96" cy="82" r="30" />
    <path className={css.far} d="M0 262c60-46 118-46 176-14s112 22 168-10 116-34 176 4v88H0z" />
    <Houses />
    <TownHall />
    <path className={css.walk} d="M0 312h520v20H0z" />
    <path className={css.road} d="M0 332h520v40a28 28 0 0 1-28 28H28a28 28 0 0 1-28-28z" />
    <path className={css.stripe} d="M28 366h470" />
    <Furniture />
    <Report />
  </svg>
);

const Houses = () => (
  <>
    <path className={css.wall} d="M26 214h84v98H26zM414 202h86v110h-86z" />
    <path className={css.roof} d="M16 214l52-36 52 36zM404 202l53-38 53 38z" />
    <path
      className={css.pane}
      d="M40 232h20v24H40zM76 232h20v24H76zM430 220h20v24h-20zM464 220h20v24h-20zM430 260h20v24h-20z"
    />
    <path className={css.door} d="M58 272h22v40H58zM464 266h22v46h-22z" />
  </>
);

const TownHall = () => (
  <>
    <path className={css.wall} d="M160 190h200v122H160z" />
    <path className={css.dome} d="M222 128a38 38 0 0 1 76 0z" />
    <path className={css.roof} d="M257 72h6v20h-6zM214 128h92v12h-92zM148 190l112-52 112 52z" />
    <path className={css.flag} d="M263 72h30l-8 8 8 8h-30z" />
    <circle className={css.wall} cx="260" cy="168" r="11" />
    <path className={css.hands} d="M260 162v6l4 3" />
    <path className={css.pillar} d="M176 204h16v108h-16zM214 204h16v108h-16zM290 204h16v108h-16zM328 204h16v108h-16z" />
    <path className={css.door} d="M244 312v-52a16 16 0 0 1 32 0v52z" />
    <path className={css.roof} d="M150 306h220v8H150z" />
  </>
);

const Furniture = () => (
  <>
    <path className={css.post} d="M134 322V212q0-20 20-20h8" />
    <path className={css.beam} d="M150 196h34l20 116h-74z" />
    <path className={css.iron} d="M154 186h28l6 10h-40z" />
    <path className={css.roof} d="M384 282h30l-4 40h-22z" />
    <path className={css.iron} d="M380 274h38v9h-38z" />
  </>
);

const Report = () => (
  <>
    <rect className={css.card} x="318" y="34" width="172" height="96" rx="14" />
    <rect className={css.photo} x="330" y="46" width="46" height="46" rx="8" />
    <path className={css.line} d="M388 56h86M388 72h60" />
    <rect className={css.closed} x="388" y="82" width="58" height="14" rx="7" />
    <path className={css.line} d="M332 112h130" />
    <path className={css.tick} d="M342 70l8 8 14-16" />
    <path className={css.pin} d="M400 156c0 15-19 33-19 33s-19-18-19-33a19 19 0 0 1 38 0z" />
    <circle className={css.card} cx="381" cy="156" r="7" />
  </>
);
