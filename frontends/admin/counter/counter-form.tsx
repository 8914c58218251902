import { languageNames, languages } from '@tma/contracts/languages';
import { limits, profileTexts } from '@tma/contracts/limits';
import { documentsOf, isProblem, issueNames } from '@tma/contracts/reports/issues';
import { useMaxUploadMb } from '@tma/web/api/portal-config';
import { upload, wasStopped } from '@tma/web/api/upload';
import { newRequestError } from '@tma/web/errors/error-texts';
import { refusedFile } from '@tma/web/errors/field-errors';
import { isIncomplete } from '@tma/web/forms/incomplete';
import { looksLikeEmail, useForm } from '@tma/web/forms/use-form';
import { useSending } from '@tma/web/hooks/use-sending';
import { listed } from '@tma/web/language/lists';
import { term } from '@tma/web/language/terms';
import type { Words } from '@tma/web/language/words';
import { makeKey } from '@tma/web/make-key';
import { fitPicture } from '@tma/web/pictures/fit-picture';
import { goneText, isGone, isTooLarge, pictureProblem, pictureProblemText } from '@tma/web/pictures/picture-problem';
import { SelectField, TextAreaField, TextField } from '@tma/web/ui/field';
import { FileField } from '@tma/web/ui/file-field';
import { Actions, Form, type FormMessage, Pair, Submit } from '@tma/web/ui/form';
import { lazily } from '@tma/web/ui/lazily';
import { Sending } from '@tma/web/ui/sending';
import { StartOver } from '@tma/web/ui/start-over';
import { type RefObject, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { AdminReport } from '../dashboard/segments.ts';
import { t as translate, useT } from '../texts.ts';
import css from './counter.module.css';
import {
  bodyOf,
  type Draft,
  type FileName,
  isEmpty,
  keepFile,
  keepValues,
  removeDraft,
  sentFiles,
  type Values,
} from './draft.ts';

const PinField = lazily(() => import('@tma/web/map/pin-field'));

/** What was written down, and the report that it became. */
export interface Taken {
  report: AdminReport;
  values: Values;
}

interface CounterFormProps {
  token: string;
  /** The administrator's id. */
  by: string;
  draft: Draft;
  onTaken: (taken: Taken) => void;
  /** Deletes what was written, unless it has another key by now. */
  onStartOver: (key: string) => void;
}

/** What somebody at the counter says, and who they are. */
export function CounterForm({ onStartOver, ...form }: CounterFormProps) {
  const t = useT();
  const { submit, formProps, busy, share, stop, current, ...parts } = useCounterForm(form);
  const isSending = share !== null;
  return (
    <Form onSubmit={submit} {...formProps}>
      <fieldset className={css.fields} disabled={isSending}>
        <ReportFields {...parts} />
      </fieldset>
      <fieldset className={css.fields} disabled={isSending}>
        <legend>{t('counter.person')}</legend>
        <PersonFields {...parts} />
      </fieldset>
      {isSending && <Sending share={share} onStop={stop} />}
      <Actions>
        <Submit busy={busy} label={t('counter.submit')} meanwhile={t('counter.busy')} />
        <StartOver disabled={busy} isEmpty={() => isEmpty(current())} onStartOver={() => onStartOver(current().key)} />
      </Actions>
    </Form>
  );
}

type Fields = Pick<
  ReturnType<typeof useCounterForm>,
  'field' | 'optional' | 'issue' | 'pin' | 'files' | 'fileErrors' | 'choose'
>;

function ReportFields({ field, optional, issue, pin, files, fileErrors, choose }: Fields) {
  const t = useT();
  const papers = documentsOf(issue);
  const file = (name: FileName) => ({
    name,
    label: t(`counter.${name}`),
    error: fileErrors[name]?.(),
    value: files[name],
    onChange: (chosen: File | null) => choose(name, chosen),
  });
  return (
    <>
      <SelectField
        {...field('issue', () => t('common.issueType'))}
        options={issueNames}
        textOf={(name) => term('issue', name)}
        placeholder={t('counter.choose')}
      />
      <TextField {...field('location', () => t('common.location'))} maxLength={limits.location} />
      {(issue === '' || isProblem(issue)) && <PinField {...pin} />}
      <TextAreaField {...field('description', () => t('common.description'))} maxLength={limits.description} />
      <FileField {...file('image')} accept="image/*" camera />
      {papers.length > 0 && (
        <FileField
          {...file('document')}
          hint={t('counter.papers', { papers: listed(papers.map((paper) => term('document', paper))) })}
          accept=".pdf"
        />
      )}
      <TextField {...optional('schedule', () => t('counter.schedule'))} type="date" />
    </>
  );
}

function PersonFields({ field, optional }: Fields) {
  const t = useT();
  return (
    <>
      <SelectField
        {...field('language', () => t('counter.language'))}
        options={languages}
        textOf={(language) => languageNames[language as keyof typeof languageNames]}
        langOf={(language) => language}
      />
      <TextField {...field('name', () => t('common.name'))} maxLength={limits.counterName} autoComplete="off" />
      <Pair>
        <TextField
          {...field('contact', () => t('report.contact'))}
          type="tel"
          maxLength={profileTexts.contact_number}
          autoComplete="off"
        />
        <TextField {...optional('email', () => t('counter.email'), looksLikeEmail)} type="email" autoComplete="off" />
      </Pair>
    </>
  );
}

/** The form of the counter: what is typed is kept at each change, and sent once. */
function useCounterForm({ token, by, draft: first, onTaken }: Omit<CounterFormProps, 'onStartOver'>) {
  const { form, field, optional, submitHandler, rejected, fail, formProps, busy } = useForm<Values>(first.values);
  const { draft, changeFile } = useKeptDraft(by, first, form);
  const issue = useWatch({ control: form.control, name: 'issue' });
  const pin = usePin(form);
  const { files, fileErrors, failFile, choose, findProblem } = useFiles(draft, changeFile);
  const { share, send, stop } = useSending();

  const submitWhole = submitHandler(async (): Promise<FormMessage | null> => {
    const wrong = await findProblem();
    if (wrong) return { tone: 'error', text: wrong };
    const { values, key } = draft.current;
    try {
      const sent = { body: bodyOf(draft.current), token, headers: { 'idempotency-key': key } };
      const report = await send((transport) => upload('POST /api/counter', { ...sent, ...transport }));
      await removeDraft(by, key);
      onTaken({ report, values });
      return null;
    } catch (error) {
      const name = refusedFile(error);
      if (name) failFile(name, () => newRequestError(error));
      return rejected(error, failureOf(error));
    }
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!isIncomplete(event.currentTarget.elements.namedItem('schedule'))) return submitWhole(event);
    event.preventDefault();
    fail('schedule', () => translate('edit.wholeDate'));
    form.setFocus('schedule');
  };
  const current = () => draft.current;
  return { field, optional, issue, pin, files, fileErrors, choose, submit, formProps, busy, share, stop, current };
}

type ValuesForm = ReturnType<typeof useForm<Values>>['form'];

const pinNames = ['lat', 'long', 'accuracy'] as const;

/** Where the report is, as the field of the pin takes it. */
function usePin(form: ValuesForm) {
  const [lat, long, accuracy] = useWatch({ control: form.control, name: pinNames });
  return {
    value: { lat, long, accuracy },
    onChange: (value: Pick<Values, (typeof pinNames)[number]>) => {
      for (const name of pinNames) form.setValue(name, value[name]);
    },
  };
}

/** What is typed, kept at each change. A changed draft is another request, so it gets another key. */
function useKeptDraft(by: string, first: Draft, form: ValuesForm) {
  const draft = useRef(first);
  const change = (part: Partial<Draft>) => {
    draft.current = { ...draft.current, ...part, key: makeKey() };
    keepValues(by, draft.current);
  };
  const keep = useEffectEvent((values: Values) => change({ values }));
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep({ ...values }) }),
    [form],
  );
  const changeFile = (name: FileName, file: File | null) => {
    change({ files: { ...draft.current.files, [name]: file } });
    keepFile(by, name, draft.current);
  };
  return { draft, changeFile };
}

function failureOf(error: unknown): Words {
  if (wasStopped(error)) return () => translate('counter.stopped');
  const isUnreachable = error instanceof Error && 'status' in error && error.status === 0;
  return isUnreachable ? () => translate('counter.unreachable') : () => newRequestError(error);
}

/** The files that are chosen: a picture is scaled down first, then what is wrong is shown beside the field. */
function useFiles(draft: RefObject<Draft>, keep: (name: FileName, file: File | null) => void) {
  const maxMb = useMaxUploadMb();
  const [files, setFiles] = useState(draft.current.files);
  const [fileErrors, setErrors] = useState<Partial<Record<FileName, Words>>>({});
  const fitting = useRef<Promise<void>>(null);

  const failFile = (name: FileName, words: Words | undefined) => setErrors((errors) => ({ ...errors, [name]: words }));
  const take = (name: FileName, file: File | null) => {
    keep(name, file);
    setFiles(draft.current.files);
  };
  const fit = async (file: File) => {
    const fitted = await fitPicture(file);
    // Another may have been chosen meanwhile.
    if (draft.current.files.image !== file) return;
    if (fitted !== file) take('image', fitted);
    failFile('image', problemOf('image', fitted, maxMb));
  };
  const choose = (name: FileName, file: File | null) => {
    take(name, file);
    const isFitted = name === 'image' && file !== null;
    failFile(name, file && !isFitted ? problemOf(name, file, maxMb) : undefined);
    if (isFitted) fitting.current = fit(file);
  };
  /** What is wrong with the files that are sent, also shown beside the field. */
  const findProblem = async (): Promise<Words | undefined> => {
    const { image } = draft.current.files;
    // The picture of a draft is not scaled down where the page was left before that was done.
    if (image && problemOf('image', image, maxMb)) fitting.current ??= fit(image);
    await fitting.current;
    for (const [name, file] of sentFiles(draft.current)) {
      const wrong = problemOf(name, file, maxMb) ?? ((await isGone(file)) ? goneText : undefined);
      // Also that there is nothing: the server may have refused it before.
      failFile(name, wrong);
      if (wrong) return wrong;
    }
    return undefined;
  };
  return { files, fileErrors, failFile, choose, findProblem };
}

/** What is wrong with a file, in words. Whether a document is a PDF, the server decides. */
function problemOf(name: FileName, file: File, maxMb: number): Words | undefined {
  const problem = name === 'image' ? pictureProblem(file, maxMb) : isTooLarge(file, maxMb) ? 'tooLarge' : null;
  return problem ? () => pictureProblemText(problem, maxMb) : undefined;
}
