import type { MailText, NoticeText, Texts } from './texts.ts';

const TIME = 'Data e ora: {at}.';
const WAS_YOU = 'Se eri tu, non devi fare nulla.';

/** A change that its owner may not have made, and what they are to do then. */
const change = (
  subject: string,
  fact: string,
  advice = 'Se non eri tu, reimposta subito la password e scrivi a {support}.',
): NoticeText => ({
  subject,
  paragraphs: [fact, TIME, advice],
  button: 'Controlla il tuo account',
  footnotes: [WAS_YOU],
  push: fact,
});

const NOT_YOU = 'Se la richiesta non viene da te, non devi fare nulla.';
const SWITCHES = 'Nel tuo profilo scegli quali e-mail ricevere.';

const notices: Texts['notices'] = {
  password_changed: change(
    'La tua password di {product} è stata cambiata',
    'La password del tuo account è stata cambiata e la sessione è stata chiusa su tutti gli altri dispositivi.',
  ),
  two_factor_enabled: change(
    'L’autenticazione a due fattori è attiva su {product}',
    'Per accedere al tuo account ora serve un secondo passaggio, con un’app di autenticazione o una passkey. La sessione è stata chiusa su tutti gli altri dispositivi.',
  ),
  two_factor_disabled: change(
    'L’autenticazione a due fattori è disattivata su {product}',
    'Per accedere al tuo account non viene più chiesto un secondo passaggio.',
  ),
  backup_codes_renewed: change(
    'Nuovi codici di backup di {product}',
    'Per il tuo account sono stati creati nuovi codici di backup. I vecchi non funzionano più.',
  ),
  backup_code_used: change(
    'È stato usato un codice di backup di {product}',
    'Un codice di backup del tuo account è stato usato come secondo passaggio. Non funziona una seconda volta.',
  ),
  passkey_added: change(
    'È stata aggiunta una passkey al tuo account {product}',
    'Al tuo account è stata aggiunta una passkey, su questo dispositivo: {device}. Permette di accedere senza la tua password. Una nuova password non basta a impedirlo: se la passkey non è tua, rimuovila dal tuo profilo.',
  ),
  passkey_removed: change(
    'È stata rimossa una passkey dal tuo account {product}',
    'Una passkey del tuo account è stata rimossa e non permette più di accedere.',
  ),
  passkey_copied: change(
    'È stata rifiutata una copia della tua passkey di {product}',
    'Qualcuno ha cercato di accedere con quella che sembra una copia della tua passkey, qui: {device}. Non è riuscito a entrare. Rimuovi quella passkey dal tuo profilo e aggiungine una nuova.',
  ),
  identity_linked: change(
    '{provider} ora dà accesso al tuo account {product}',
    'Un account di {provider} è stato collegato al tuo account e da ora permette di accedere. Una nuova password non basta a impedirlo: se quell’account non è tuo, scollegalo dal tuo profilo.',
  ),
  identity_unlinked: change(
    '{provider} non dà più accesso al tuo account {product}',
    'L’account di {provider} è stato scollegato dal tuo account e non permette più di accedere.',
  ),
  new_device: change(
    'Nuovo accesso a {product}',
    'Qualcuno, probabilmente tu, ha effettuato l’accesso al tuo account da un dispositivo o da un luogo mai visto prima: {device}.',
  ),
  second_factors_refused: change(
    'Codici a due fattori errati per il tuo account {product}',
    'Qualcuno ha inserito la password corretta del tuo account e poi diversi codici a due fattori errati, l’ultimo qui: {device}. Non è riuscito a entrare, ma forse conosce la tua password.',
  ),
  second_factors_refused_elsewhere: change(
    'Codici a due fattori errati per il tuo account {product}',
    'Qualcuno ha effettuato l’accesso a {provider} con l’account collegato al tuo e poi ha inserito diversi codici a due fattori errati, l’ultimo qui: {device}. Non è riuscito a entrare nel tuo account.',
    'Se l’accesso non viene da te, proteggi subito il tuo account di {provider} o scollegalo dal tuo profilo, e scrivi a {support}. Una nuova password qui non basta a impedirlo.',
  ),
  passwords_refused: change(
    'Molte password errate per il tuo account {product}',
    'Qualcuno ha provato moltissime password errate per il tuo account, l’ultima qui: {device}. Nessuna era corretta. I dispositivi da cui hai già effettuato l’accesso continuano a funzionare; quelli nuovi vengono rifiutati al massimo per un giorno, a meno che tu non reimposti la password.',
  ),
  passwords_refused_known: change(
    'Molte password errate per il tuo account {product}',
    'Qualcuno ha provato molte password errate per il tuo account, su un dispositivo da cui hai già effettuato l’accesso o con dati copiati da esso: {device}. Nessuna era corretta. Una nuova password chiude la sessione su tutti i dispositivi.',
  ),
  email_change_requested: change(
    'Un nuovo indirizzo per il tuo account {product}',
    'Qualcuno, probabilmente tu, ha chiesto di spostare il tuo account su un altro indirizzo e-mail. Per ora non è cambiato nulla: per farlo serve un codice che abbiamo inviato al nuovo indirizzo.',
  ),
  email_changed: change(
    'Il tuo indirizzo di {product} è stato cambiato',
    'Il tuo account ora è legato a un altro indirizzo e-mail. Da ora le nostre e-mail arrivano lì.',
    'Se la modifica non viene da te, scrivi subito a {support} da questo indirizzo: qui non arriva più alcun link per una nuova password. Se un tuo dispositivo è ancora collegato, rimetti lì questo indirizzo nel tuo profilo e poi cambia la password.',
  ),
  data_exported: change(
    'È stata scaricata una copia dei tuoi dati di {product}',
    'Qualcuno, probabilmente tu, ha scaricato una copia di tutti i dati del tuo account.',
  ),
  points_credited: {
    subject: 'Accredito di {points}',
    paragraphs: ['Hai guadagnato {points} con {what}. Ora il tuo saldo è di {balance}.'],
    button: 'Vedi la cronologia',
    footnotes: [SWITCHES],
    push: '{what}. Il tuo saldo è di {balance}.',
  },
  points_reversed: {
    subject: 'Storno di {points}',
    paragraphs: [
      'Il partner che aveva pagato per {what} ha stornato {points}. Ora il tuo saldo è di {balance}.',
      'I partner lo fanno quando un inserzionista non accetta un’attività: non era finita, era già stata fatta prima oppure un ordine è stato annullato. Se il tuo saldo è sotto zero, i nuovi punti lo riporteranno su.',
      'Se pensi che l’attività fosse corretta, chiedi prima all’assistenza dell’offerwall e, se non ti aiuta, scrivi a {support}.',
    ],
    button: 'Vedi la cronologia',
    footnotes: [SWITCHES],
    push: 'Il partner di {what} ha stornato i suoi punti. Il tuo saldo è di {balance}.',
  },
  pending_reversed: {
    subject: 'Importo in attesa annullato: {points}',
    paragraphs: [
      'Il partner non paga per {what}, quindi l’importo in attesa non arriverà: {points}. Il tuo saldo resta di {balance}.',
      'I partner lo fanno quando un inserzionista non accetta un’attività: non era finita, era già stata fatta prima oppure un ordine è stato annullato.',
      'Se pensi che l’attività fosse corretta, chiedi prima all’assistenza dell’offerwall e, se non ti aiuta, scrivi a {support}.',
    ],
    button: 'Vedi la cronologia',
    footnotes: [SWITCHES],
    push: 'Il partner non paga per {what}. Il tuo saldo resta di {balance}.',
  },
  debt_met: {
    subject: 'Addebito di {points} per un account precedente',
    paragraphs: [
      'Un tuo account precedente con la stessa casella doveva ancora {points}. L’importo è stato tolto dal tuo saldo, che ora è di {balance}.',
      'Se il tuo saldo è sotto zero, i nuovi punti lo riporteranno su.',
      'Se pensi che sia un errore, scrivi a {support}.',
    ],
    button: 'Vedi la cronologia',
    footnotes: [SWITCHES],
    push: 'Un tuo account precedente doveva ancora questo importo. Ora il tuo saldo è di {balance}.',
  },
  claim_granted: {
    subject: 'La ricompensa mancante è arrivata: {points}',
    paragraphs: [
      'Abbiamo esaminato la tua segnalazione su {what} e ora hai {points} in più sul tuo account.',
      '{answer}',
    ],
    button: 'Vedi la cronologia',
    footnotes: [SWITCHES],
    push: 'Accredito di {points} per {what}.',
  },
  claim_refused: {
    subject: 'Abbiamo esaminato la tua segnalazione',
    paragraphs: ['Abbiamo esaminato la tua segnalazione su {what} e non possiamo accoglierla.', '{answer}'],
    button: 'Vedi le attività',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Non possiamo accogliere la tua segnalazione su {what}. Trovi la risposta tra le tue segnalazioni.',
  },
  offer_deadline: {
    subject: 'Resta poco tempo: {what}',
    paragraphs: ['Hai iniziato {what}. Il prossimo passo va raggiunto entro il {at}; dopo non dà più punti.'],
    button: 'Vedi le attività',
    footnotes: [SWITCHES],
    push: 'Il prossimo passo va raggiunto entro il {at}.',
  },
  threshold_reached: {
    subject: 'La tua ricompensa è pronta',
    paragraphs: ['Il tuo saldo ha raggiunto {balance}. Puoi riscattarlo quando vuoi.'],
    button: 'Riscatta la ricompensa',
    footnotes: [SWITCHES],
    push: 'Il tuo saldo ha raggiunto {balance}. Riscattalo quando vuoi.',
  },
  redemption_issued: {
    subject: 'La tua ricompensa da {amount} è pronta',
    paragraphs: [
      'La tua ricompensa da {amount} è stata emessa. La trovi nella schermata Carte, con tutto quello che ti serve per spenderla.',
    ],
    button: 'Mostra la ricompensa',
    footnotes: ['Non inviamo mai numeri di carta o codici via e-mail.'],
    push: 'La trovi nella schermata Carte.',
  },
  redemption_failed: {
    subject: 'Non è stato possibile emettere la tua ricompensa da {amount}',
    paragraphs: [
      'L’emittente ha rifiutato la tua ricompensa da {amount}. Non hai perso nulla: abbiamo restituito {points} al tuo saldo.',
      'Se hai una domanda, scrivi a {support}.',
    ],
    button: 'Vedi le mie carte',
    footnotes: [SWITCHES],
    push: 'Non hai perso nulla: abbiamo restituito {points} al tuo saldo.',
  },
  redemption_refused: {
    subject: 'Non abbiamo potuto darti la ricompensa da {amount}',
    paragraphs: [
      'Il team di {product} non ha potuto darti la ricompensa da {amount}. Non hai perso nulla: abbiamo restituito {points} al tuo saldo.',
      '{text}',
    ],
    button: 'Vedi le mie carte',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Non hai perso nulla: abbiamo restituito {points} al tuo saldo.',
  },
  redemption_in_review: {
    subject: 'La tua ricompensa da {amount} richiede più tempo',
    paragraphs: [
      'La tua ricompensa da {amount} non è ancora stata emessa, perciò se ne occupa una persona. I tuoi punti sono messi da parte e non possono andare persi.',
      'Ti scriveremo appena ci sarà una decisione.',
    ],
    button: 'Vedi le mie carte',
    footnotes: [SWITCHES],
    push: 'Se ne occupa una persona. I tuoi punti sono messi da parte.',
  },
  redemption_late: {
    subject: 'La tua ricompensa da {amount} richiede più tempo',
    paragraphs: [
      'La tua ricompensa da {amount} richiede più tempo di quanto promesso: la consegna il nostro team, che non ha ancora potuto farlo. I tuoi punti sono messi da parte e non possono andare persi.',
      'Ti scriveremo appena sarà pronta. Se non potremo dartela, riavrai i tuoi punti e ti diremo perché.',
    ],
    button: 'Vedi le mie carte',
    footnotes: [SWITCHES],
    push: 'La consegna il nostro team. I tuoi punti sono messi da parte.',
  },
  redemption_details: {
    subject: 'La tua carta da {amount} aspetta i tuoi dati',
    paragraphs: [
      'Per emettere la tua carta da {amount} l’emittente ha bisogno del tuo indirizzo di fatturazione e di un nome del profilo in lettere latine (A–Z).',
      'Indica il tuo indirizzo di fatturazione nella schermata Carte. La tua carta prosegue appena l’emittente ha entrambi. Se hai già indicato entrambi, l’emittente non ha accettato uno dei due: controlla ogni riga.',
    ],
    button: 'Vedi le mie carte',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'L’emittente ha bisogno del tuo indirizzo di fatturazione e di un nome in lettere latine.',
  },
  award_issued: {
    subject: '{product} ti ha regalato una carta da {amount}',
    paragraphs: [
      'Il team di {product} ti ha regalato una carta da {amount}. Non ti è costata nessun punto.',
      '{text}',
      'La trovi nella schermata Carte, con tutto quello che ti serve per spenderla.',
    ],
    button: 'Mostra la carta',
    footnotes: ['Non inviamo mai numeri di carta via e-mail.'],
    push: 'Non ti è costata nessun punto. La trovi nella schermata Carte.',
  },
  award_failed: {
    subject: 'Non è stato possibile emettere la tua carta in omaggio da {amount}',
    paragraphs: [
      'Il team di {product} ti ha regalato una carta da {amount}, ma non è stato possibile emetterla. Non ti è costata nessun punto.',
      '{text}',
      'Se hai una domanda, scrivi a {support}.',
    ],
    button: 'Vedi le mie carte',
    footnotes: [SWITCHES],
    push: 'Non ti è costata nessun punto. Trovi il motivo nella schermata Carte.',
  },
  points_added: {
    subject: 'Hai ricevuto {points} da {product}',
    paragraphs: ['Il team di {product} ha aggiunto {points} al tuo saldo, che ora è di {balance}.', '{text}'],
    button: 'Vedi il saldo',
    footnotes: [SWITCHES],
    push: 'L’accredito viene dal nostro team. Ora il tuo saldo è di {balance}.',
  },
  points_removed: {
    subject: 'Addebito di {points} sul tuo saldo',
    paragraphs: [
      'Il team di {product} ha tolto {points} dal tuo saldo, che ora è di {balance}.',
      '{text}',
      'Se pensi che sia un errore, scrivi a {support}.',
    ],
    button: 'Vedi il saldo',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Ora il tuo saldo è di {balance}. Il motivo è nell’e-mail.',
  },
  redemption_checked: {
    subject: 'Controlliamo la tua ricompensa da {amount} prima di emetterla',
    paragraphs: [
      'Prima di emettere la tua ricompensa da {amount}, una persona del nostro team esamina il tuo riscatto di {points}. I tuoi punti sono messi da parte e non possono andare persi.',
      'Nella schermata Carte vedi entro quando si decide. Non devi fare nulla, a meno che lì non ti facciamo una domanda.',
    ],
    button: 'Vedi le mie carte',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Prima la esamina una persona. I tuoi punti sono messi da parte.',
  },
  redemption_question: {
    subject: 'Una domanda sulla tua ricompensa da {amount}',
    paragraphs: [
      'Prima di poter emettere la tua ricompensa da {amount}, il nostro team ti chiede:',
      '{text}',
      'Rispondi nella schermata Carte. I tuoi punti sono messi da parte e non possono andare persi.',
    ],
    button: 'Rispondi',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Il nostro team ha una domanda per te. Rispondi nella schermata Carte.',
  },
  review_refunded: {
    subject: 'Restituzione di {points} sul tuo saldo',
    paragraphs: [
      'Dopo un controllo la tua ricompensa da {amount} non è stata emessa e abbiamo restituito {points} al tuo saldo.',
      '{text}',
    ],
    button: 'Vedi le mie carte',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Dopo un controllo la tua ricompensa da {amount} non è stata emessa.',
  },
  review_lapsed: {
    subject: 'Restituzione di {points} sul tuo saldo',
    paragraphs: [
      'Non siamo riusciti a decidere in tempo sulla tua ricompensa da {amount}, quindi non è stata emessa. Abbiamo restituito {points} al tuo saldo.',
      'Ci dispiace per l’attesa.',
    ],
    button: 'Vedi le mie carte',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Non siamo riusciti a decidere in tempo sulla tua ricompensa da {amount}.',
  },
  review_stopped: {
    subject: 'Restituzione di {points} sul tuo saldo',
    paragraphs: [
      'Il tuo account era in pausa o sospeso quando è scaduto il tempo per decidere sulla tua ricompensa da {amount}, quindi non è stata emessa. Abbiamo restituito {points} al tuo saldo.',
      'Quando il tuo account sarà di nuovo attivo, potrai riscattare di nuovo.',
    ],
    button: 'Vedi le mie carte',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Il tuo account era in pausa o sospeso, quindi la tua ricompensa da {amount} non è stata emessa.',
  },
  review_overdue: {
    subject: 'Un riscatto di {amount} aspetta una decisione',
    paragraphs: [
      'Un riscatto di {amount} è in verifica e metà del tempo a disposizione è passata. Quando il tempo finisce, il sito decide in base alle sue impostazioni.',
    ],
    button: 'Apri le verifiche',
    footnotes: [],
    push: 'Metà del tempo per la verifica è passata.',
  },
  webhook_stopped: {
    subject: 'Il webhook verso {what} è spento',
    paragraphs: [
      'Gli eventi non vengono più inviati a {what}: ha risposto che non ne vuole altri, oppure non ha accettato nulla per cinque giorni. Ciò che accade da ora non gli viene comunicato.',
      'Quando l’altro sistema funzionerà di nuovo, attiva il webhook e invia di nuovo ciò che è fallito.',
    ],
    button: 'Apri i webhook',
    footnotes: [],
    push: 'Non vuole altri eventi, oppure non ne ha accettato nessuno per cinque giorni.',
  },
  redemption_returned: {
    subject: 'La tua ricompensa da {amount} è stata annullata',
    paragraphs: [
      'L’emittente ha annullato la tua ricompensa da {amount} prima che ne fosse speso qualcosa. Non hai perso nulla: abbiamo restituito {points} al tuo saldo.',
    ],
    button: 'Vedi le mie carte',
    footnotes: [SWITCHES],
    push: 'Non ne era stato speso nulla: abbiamo restituito {points} al tuo saldo.',
  },
  redemption_withdrawn: {
    subject: 'La tua ricompensa da {amount} è stata annullata',
    paragraphs: [
      'L’emittente ha annullato la tua ricompensa da {amount}, quindi non si può più usare. I punti non sono stati restituiti.',
      'Se pensi che sia un errore, scrivi a {support}. Una persona esaminerà il caso.',
    ],
    button: 'Vedi le mie carte',
    footnotes: [SWITCHES],
    push: 'Non si può più usare. Trovi il motivo nella schermata Carte.',
  },
  reward_ending: {
    subject: 'La tua ricompensa da {amount} scade presto',
    paragraphs: [
      'Puoi usare la tua ricompensa da {amount} fino al {day}; dopo non più. La trovi nella schermata Carte.',
      'Se l’hai già usata, non devi fare nulla.',
    ],
    button: 'Mostra la ricompensa',
    footnotes: [SWITCHES],
    push: 'Puoi usarla fino al {day}.',
  },
  account_suspended: {
    subject: 'Il tuo account {product} è sospeso',
    paragraphs: [
      'Il tuo account è sospeso. Nessuno può accedervi e da esso non viene emesso nulla. Per questo non vengono tolti punti, ma i partner possono ancora stornare ciò che hanno pagato.',
      'Il motivo: {reason}.',
      '{text}',
      'Puoi rispondere: accedi come al solito e vedrai dove. Una persona legge la risposta e decide.',
    ],
    button: 'Accedi',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Il tuo account è sospeso.',
  },
  account_reinstated: {
    subject: 'Il tuo account {product} è di nuovo aperto',
    paragraphs: ['La sospensione del tuo account è finita. Puoi accedere come prima.', '{answer}'],
    button: 'Accedi',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Puoi accedere di nuovo.',
  },
  suspension_kept: {
    subject: 'Abbiamo esaminato la tua risposta',
    paragraphs: ['Abbiamo esaminato la tua risposta e il tuo account rimane sospeso.', '{answer}'],
    button: 'Accedi',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Il tuo account rimane sospeso.',
  },
  account_paused: {
    subject: 'I tuoi riscatti su {product} sono in pausa',
    paragraphs: [
      'I riscatti del tuo account sono in pausa. Puoi accedere, vedere tutto e continuare a guadagnare, e i tuoi punti restano tuoi.',
      'Il motivo: {reason}.',
      '{text}',
      'Puoi rispondere dal tuo profilo. Una persona legge la risposta e decide.',
    ],
    button: 'Leggi e rispondi',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Nel tuo profilo trovi il motivo e come rispondere.',
  },
  api_key_created: {
    subject: 'È stata creata una nuova chiave API di {product}',
    paragraphs: [
      'Un proprietario di {product} ha creato la chiave API «{keyName}» ({beginning}…). Chi la possiede può chiamare la parte di amministrazione di {product}. L’elenco delle chiavi dice chi l’ha creata, che cosa può fare e fino a quando.',
      'Se nessuno del tuo team la voleva, revocala subito.',
    ],
    button: 'Vedi le chiavi API',
    footnotes: ['Questa e-mail arriva a tutti i proprietari.'],
    push: 'Un proprietario ha creato la chiave «{keyName}».',
  },
  webhook_addressed: {
    subject: 'Un webhook di {product} ha un nuovo indirizzo',
    paragraphs: [
      'Un proprietario di {product} ha creato un webhook o gli ha dato un nuovo indirizzo: gli eventi del sito ora vanno a {what}. L’elenco dei webhook dice quali eventi, il registro di controllo chi è stato.',
      'Se nessuno del tuo team lo voleva, rimuovi subito il webhook.',
    ],
    button: 'Apri i webhook',
    footnotes: ['Questa e-mail arriva a tutti i proprietari.'],
    push: 'Gli eventi del sito ora vanno a {what}.',
  },
  staff_changed: {
    subject: 'È cambiato un ruolo di amministrazione di {product}',
    paragraphs: [
      'Qualcuno ha ricevuto un ruolo di amministrazione su {product}, un ruolo diverso, o non ne ha più. L’elenco del team dice chi ha quale ruolo, il registro di controllo chi lo ha cambiato.',
      'Se nessuno del tuo team lo voleva, togli subito il ruolo.',
    ],
    button: 'Vedi il team',
    footnotes: ['Questa e-mail arriva a tutti i proprietari.'],
    push: 'Qualcuno ha ricevuto un ruolo di amministrazione, un ruolo diverso, o non ne ha più.',
  },
  staff_suspension: {
    subject: 'Un amministratore di {product} è stato sospeso, o una sospensione è finita',
    paragraphs: [
      'Una persona con un ruolo di amministrazione su {product} è stata sospesa, o la sua sospensione è finita. Il registro di controllo dice di chi si tratta e chi è stato.',
      'Se nessuno del tuo team lo voleva, annullalo subito.',
    ],
    button: 'Apri il registro di controllo',
    footnotes: ['Questa e-mail arriva a tutti i proprietari.'],
    push: 'Un amministratore è stato sospeso, o una sospensione è finita.',
  },
  connection_ended: {
    subject: 'Una chiave API o un webhook di {product} è stato disattivato',
    paragraphs: [
      'Un proprietario di {product} ha revocato una chiave API, rimosso o spento un webhook, o gli ha tolto degli eventi: {what}. Ciò che ne dipendeva potrebbe non funzionare più. Il registro di controllo dice chi è stato.',
      'Se nessuno del tuo team lo voleva, sostituiscilo subito.',
    ],
    button: 'Apri il registro di controllo',
    footnotes: ['Questa e-mail arriva a tutti i proprietari.'],
    push: 'Ciò che dipendeva da {what} potrebbe non funzionare più.',
  },
  staff_factor_reset: {
    subject: 'È stato reimpostato il secondo fattore di un amministratore di {product}',
    paragraphs: [
      'Dalla riga di comando del server sono stati rimossi il secondo fattore e tutte le passkey di qualcuno che ha un ruolo di amministrazione su {product}. Finché non li configura di nuovo, per accedere basta la sua password. Il registro di controllo dice di chi si tratta.',
      'Se nessuno del tuo team lo voleva, togli subito il ruolo.',
    ],
    button: 'Vedi il team',
    footnotes: ['Questa e-mail arriva a tutti i proprietari.'],
    push: 'È stato reimpostato il secondo fattore di un amministratore.',
  },
  staff_role_changed: {
    subject: 'Il tuo ruolo su {product} è cambiato',
    paragraphs: [
      'Hai ricevuto un ruolo di amministrazione su {product}, un ruolo diverso, o non ne hai più. Tutte le tue sessioni sono state chiuse. Accedi di nuovo per vedere che cosa puoi fare ora.',
    ],
    button: 'Apri il profilo',
    footnotes: ['Se non te lo aspettavi, scrivi a {support}.'],
    push: 'Tutte le tue sessioni sono state chiuse.',
  },
  account_resumed: {
    subject: 'I tuoi riscatti su {product} sono di nuovo aperti',
    paragraphs: ['La pausa del tuo account è finita. Puoi riscattare i tuoi punti come prima.'],
    button: 'Vai al profilo',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Puoi riscattare i tuoi punti come prima.',
  },
  appeal_granted: {
    subject: 'Abbiamo esaminato la tua risposta',
    paragraphs: ['Abbiamo esaminato la tua risposta e la pausa del tuo account è finita.', '{answer}'],
    button: 'Vai al profilo',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'La pausa del tuo account è finita.',
  },
  appeal_kept: {
    subject: 'Abbiamo esaminato la tua risposta',
    paragraphs: [
      'Abbiamo esaminato la tua risposta e per ora la pausa del tuo account rimane. I tuoi punti restano tuoi.',
      '{answer}',
    ],
    button: 'Vai al profilo',
    footnotes: ['Domande? Scrivi a {support}.'],
    push: 'Per ora la pausa rimane. Guarda il tuo profilo.',
  },
};

const mails: Record<keyof Texts['mails'], MailText> = {
  verificationCode: {
    subject: '{code} è il tuo codice {product}',
    paragraphs: [
      'Ti diamo il benvenuto! Inserisci questo codice per confermare il tuo indirizzo e-mail e completare la registrazione:',
    ],
    button: 'Conferma su questo dispositivo',
    footnotes: [
      'Il codice vale per {minutes} minuti. Un codice più recente annulla questo.',
      'Se la registrazione non viene da te, ignora questa e-mail: senza il codice non viene creato alcun account. Non dare il codice a nessuno.',
    ],
  },
  alreadyMember: {
    subject: 'Hai già un account {product}',
    paragraphs: [
      'Qualcuno, probabilmente tu, ha provato a registrarsi su {product} con questo indirizzo. Esiste già un account, quindi non è cambiato nulla.',
      'Accedi con la tua password. Se non la ricordi, scegli «Hai dimenticato la password?» nella pagina di accesso.',
    ],
    button: 'Accedi',
    footnotes: [NOT_YOU],
  },
  resetLink: {
    subject: 'Reimposta la tua password di {product}',
    paragraphs: ['Qualcuno, probabilmente tu, ha chiesto di reimpostare la password del tuo account.'],
    button: 'Scegli una nuova password',
    footnotes: [
      'Il link funziona una volta sola e scade tra {hours} ora. Un link più recente annulla questo.',
      'Se la richiesta non viene da te, ignora questa e-mail: la tua password resta com’è.',
    ],
  },
  emailChangeCode: {
    subject: '{code} conferma il tuo nuovo indirizzo {product}',
    paragraphs: ['Inserisci questo codice nel tuo profilo per spostare il tuo account su questo indirizzo:'],
    footnotes: [
      'Il codice vale per {minutes} minuti. Un codice più recente annulla questo.',
      'Se la richiesta non viene da te, ignora questa e-mail: senza il codice non cambia nulla. Non dare il codice a nessuno.',
    ],
  },
  emailTaken: {
    subject: 'Questo indirizzo ha già un account {product}',
    paragraphs: [
      'Qualcuno ha chiesto di spostare un altro account {product} su questo indirizzo. Qui c’è già un account, quindi non è cambiato nulla.',
    ],
    footnotes: [NOT_YOU],
  },
  farewell: {
    subject: 'Il tuo account {product} è stato eliminato',
    paragraphs: [
      'Il tuo account è stato eliminato e i tuoi dati personali sono stati cancellati. Le ricompense ancora in arrivo non si possono più ritirare. Le registrazioni sotto un numero casuale e, forse, un’impronta della tua casella restano per il tempo indicato nell’informativa sulla privacy. Grazie per il tempo passato qui.',
      TIME,
      'Se la richiesta non viene da te, scrivi subito a {support}. I dati eliminati non si possono recuperare.',
    ],
    footnotes: [
      'Questa è l’ultima e-mail a questo indirizzo. Puoi registrarti di nuovo in qualsiasi momento.',
    ],
  },
  farewellToEarlier: {
    subject: 'Un account {product} che aveva questo indirizzo è stato eliminato',
    paragraphs: [
      'Un account {product} che fino a poco fa aveva questo indirizzo è stato eliminato.',
      TIME,
      'Se lo spostamento a un altro indirizzo e l’eliminazione non vengono da te, scrivi subito a {support} da questo indirizzo. I dati eliminati non si possono recuperare.',
    ],
    footnotes: [WAS_YOU],
  },
};

/** Italian. */
export const it: Texts = {
  points: { one: '{count} punto', many: '{count} punti', other: '{count} punti' },
  notices,
  mails,
  pauseReasons: {
    many_accounts: 'sembra che più account appartengano alla stessa persona',
    disposable_email: 'l’account usa un indirizzo e-mail usa e getta',
    unusual_speed: 'le attività sono state completate con una velocità insolita',
    many_reversals: 'i partner hanno stornato molti punti',
    region: 'l’account sembra essere usato da una zona in cui non operiamo',
    staff_review: 'una persona del nostro team sta esaminando l’account',
  },
  pass: {
    description: 'Pass della ricompensa di {product}',
    value: 'Valore',
    issued: 'Emessa',
    expires: 'Valida fino al',
    reference: 'Riferimento',
    about: 'Informazioni sul pass',
    note: 'Questo pass ti ricorda la tua ricompensa. Non è una carta di pagamento, non paga contactless e non contiene codici. La tua ricompensa è nel tuo account {product}.',
    brief: 'Questo pass non paga. La ricompensa è su {product}.',
    open: 'Apri {product}',
    test: 'PASS DI PROVA',
  },
  unsubscribe: {
    why: 'Ricevi questa e-mail perché hai accettato novità e offerte di {product}.',
    link: 'Annulla l’iscrizione',
    title: 'Annulla l’iscrizione',
    question:
      'Vuoi smettere di ricevere via e-mail novità e offerte di {product}? Le e-mail sul tuo account continueranno ad arrivare.',
    button: 'Annulla l’iscrizione',
    doneTitle: 'Iscrizione annullata',
    done: 'Non ti invieremo più novità e offerte. Puoi accettarle di nuovo dal tuo profilo.',
    invalidTitle: 'Questo link non funziona',
    invalid:
      'Il link è incompleto. Aprilo di nuovo dall’e-mail oppure disattiva le e-mail promozionali nel tuo profilo.',
    home: 'Vai a {product}',
  },
};
