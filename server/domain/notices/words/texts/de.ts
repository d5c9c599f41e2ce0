import type { MailText, NoticeText, Texts } from './texts.ts';

const TIME = 'Zeitpunkt: {at}.';
const WAS_YOU = 'Wenn du es warst, ist nichts zu tun.';

/** A change that its owner may not have made, and what they are to do then. */
const change = (
  subject: string,
  fact: string,
  advice = 'Wenn du das nicht warst, setz sofort dein Passwort zurück und schreib an {support}.',
): NoticeText => ({
  subject,
  paragraphs: [fact, TIME, advice],
  button: 'Konto ansehen',
  footnotes: [WAS_YOU],
  push: fact,
});

const NOT_YOU = 'Wenn du das nicht warst, ist nichts zu tun.';
const SWITCHES = 'In deinem Profil bestimmst du, welche E-Mails wir senden.';
const QUESTIONS = 'Fragen? Schreib an {support}.';

const notices: Texts['notices'] = {
  password_changed: change(
    'Dein Passwort bei {product} wurde geändert',
    'Das Passwort deines Kontos wurde geändert, und alle anderen Geräte wurden abgemeldet.',
  ),
  two_factor_enabled: change(
    'Zwei-Faktor-Anmeldung bei {product} ist an',
    'Zum Anmelden bei deinem Konto braucht es ab jetzt einen zweiten Schritt, mit einer Authenticator-App oder einem Passkey. Alle anderen Geräte wurden abgemeldet.',
  ),
  two_factor_disabled: change(
    'Zwei-Faktor-Anmeldung bei {product} ist aus',
    'Zum Anmelden bei deinem Konto wird kein zweiter Schritt mehr verlangt.',
  ),
  backup_codes_renewed: change(
    'Neue Backup-Codes für {product}',
    'Für dein Konto wurden neue Backup-Codes erzeugt. Die alten gelten nicht mehr.',
  ),
  backup_code_used: change(
    'Ein Backup-Code für {product} wurde benutzt',
    'Ein Backup-Code deines Kontos wurde als zweiter Schritt benutzt. Ein zweites Mal gilt er nicht.',
  ),
  passkey_added: change(
    'Ein Passkey wurde zu deinem {product}-Konto hinzugefügt',
    'Zu deinem Konto wurde ein Passkey hinzugefügt, auf diesem Gerät: {device}. Damit kann man sich ohne dein Passwort anmelden. Ein neues Passwort ändert daran nichts: Wenn der Passkey nicht von dir ist, entferne ihn in deinem Profil.',
  ),
  passkey_removed: change(
    'Ein Passkey wurde aus deinem {product}-Konto entfernt',
    'Ein Passkey deines Kontos wurde entfernt. Damit kann man sich nicht mehr anmelden.',
  ),
  passkey_copied: change(
    'Eine Kopie deines {product}-Passkeys wurde abgelehnt',
    'Jemand wollte sich mit etwas anmelden, das wie eine Kopie deines Passkeys aussieht, hier: {device}. Die Anmeldung ist nicht gelungen. Entferne diesen Passkey in deinem Profil und füge einen neuen hinzu.',
  ),
  identity_linked: change(
    '{provider} meldet dich jetzt bei {product} an',
    'Ein Konto bei {provider} wurde mit deinem Konto verknüpft; ab jetzt kann man sich damit anmelden. Ein neues Passwort ändert daran nichts: Wenn das Konto nicht dir gehört, trenne es in deinem Profil.',
  ),
  identity_unlinked: change(
    '{provider} meldet dich nicht mehr bei {product} an',
    'Das Konto bei {provider} wurde von deinem Konto getrennt; anmelden kann man sich damit nicht mehr.',
  ),
  new_device: change(
    'Neue Anmeldung bei {product}',
    'Jemand, wahrscheinlich du, hat sich von einem bisher unbekannten Gerät oder Ort aus bei deinem Konto angemeldet: {device}.',
  ),
  second_factors_refused: change(
    'Falsche Zwei-Faktor-Codes für dein Konto bei {product}',
    'Jemand hat das richtige Passwort deines Kontos und danach mehrere falsche Zwei-Faktor-Codes eingegeben, zuletzt hier: {device}. Die Anmeldung ist nicht gelungen, aber dein Passwort ist vielleicht bekannt.',
  ),
  second_factors_refused_elsewhere: change(
    'Falsche Zwei-Faktor-Codes für dein Konto bei {product}',
    'Jemand hat sich bei {provider} mit dem Konto angemeldet, das mit deinem verknüpft ist, und danach mehrere falsche Zwei-Faktor-Codes eingegeben, zuletzt hier: {device}. Die Anmeldung bei deinem Konto ist nicht gelungen.',
    'Wenn du das nicht warst, sichere sofort dein Konto bei {provider} oder trenne es in deinem Profil, und schreib an {support}. Ein neues Passwort hier ändert daran nichts.',
  ),
  passwords_refused: change(
    'Viele falsche Passwörter für dein Konto bei {product}',
    'Jemand hat sehr viele falsche Passwörter für dein Konto ausprobiert, zuletzt hier: {device}. Keines war richtig. Geräte, auf denen du dich schon einmal angemeldet hast, funktionieren weiter; neue werden bis zu einem Tag lang abgelehnt, außer du setzt dein Passwort zurück.',
  ),
  passwords_refused_known: change(
    'Viele falsche Passwörter für dein Konto bei {product}',
    'Jemand hat viele falsche Passwörter für dein Konto ausprobiert, auf einem Gerät, auf dem du dich schon einmal angemeldet hast, oder mit Daten, die davon kopiert wurden: {device}. Keines war richtig. Ein neues Passwort meldet alle Geräte ab.',
  ),
  email_change_requested: change(
    'Eine neue Adresse für dein Konto bei {product}',
    'Jemand, wahrscheinlich du, möchte dein Konto auf eine andere E-Mail-Adresse umziehen. Noch hat sich nichts geändert: Dafür ist ein Code nötig, den wir an die neue Adresse geschickt haben.',
  ),
  email_changed: change(
    'Deine Adresse bei {product} wurde geändert',
    'Dein Konto gehört jetzt zu einer anderen E-Mail-Adresse. Unsere E-Mails gehen ab jetzt dorthin.',
    'Wenn du das nicht warst, schreib sofort von dieser Adresse aus an {support}: Ein Link für ein neues Passwort kommt hier nicht mehr an. Wenn eines deiner Geräte noch angemeldet ist, ändere dort in deinem Profil die Adresse zurück und danach dein Passwort.',
  ),
  data_exported: change(
    'Eine Kopie deiner Daten bei {product} wurde heruntergeladen',
    'Jemand, wahrscheinlich du, hat eine Kopie aller Daten deines Kontos heruntergeladen.',
  ),
  points_credited: {
    subject: '{points} angekommen',
    paragraphs: ['Du hast {points} mit {what} gesammelt. Dein Guthaben beträgt jetzt {balance}.'],
    button: 'Verlauf ansehen',
    footnotes: [SWITCHES],
    push: '{what}. Dein Guthaben beträgt {balance}.',
  },
  points_reversed: {
    subject: '{points} zurückgenommen',
    paragraphs: [
      'Der Partner, der für {what} gezahlt hat, hat {points} zurückgenommen. Dein Guthaben beträgt jetzt {balance}.',
      'Das tun Partner, wenn ein Werbekunde eine Aufgabe nicht anerkennt: Sie war nicht vollständig, wurde schon einmal erledigt, oder eine Bestellung wurde storniert. Liegt dein Guthaben unter null, gleichen neue Punkte es wieder aus.',
      'Wenn du meinst, dass die Aufgabe in Ordnung war, frag zuerst auf den Hilfeseiten der Angebotsseite nach und schreib an {support}, wenn das nicht hilft.',
    ],
    button: 'Verlauf ansehen',
    footnotes: [SWITCHES],
    push: 'Der Partner von {what} hat seine Punkte zurückgenommen. Dein Guthaben beträgt {balance}.',
  },
  pending_reversed: {
    subject: 'Kommt nicht an: {points}',
    paragraphs: [
      'Der Partner zahlt nicht für {what}. Was vorgemerkt war, kommt nicht an: {points}. Dein Guthaben bleibt bei {balance}.',
      'Das tun Partner, wenn ein Werbekunde eine Aufgabe nicht anerkennt: Sie war nicht vollständig, wurde schon einmal erledigt, oder eine Bestellung wurde storniert.',
      'Wenn du meinst, dass die Aufgabe in Ordnung war, frag zuerst auf den Hilfeseiten der Angebotsseite nach und schreib an {support}, wenn das nicht hilft.',
    ],
    button: 'Verlauf ansehen',
    footnotes: [SWITCHES],
    push: 'Der Partner zahlt nicht für {what}. Dein Guthaben bleibt bei {balance}.',
  },
  debt_met: {
    subject: '{points} für ein früheres Konto abgezogen',
    paragraphs: [
      'Ein früheres Konto von dir mit demselben Postfach schuldete noch {points}. Das wurde von deinem Guthaben abgezogen, das jetzt {balance} beträgt.',
      'Liegt dein Guthaben unter null, gleichen neue Punkte es wieder aus.',
      'Wenn du das für falsch hältst, schreib an {support}.',
    ],
    button: 'Verlauf ansehen',
    footnotes: [SWITCHES],
    push: 'Das schuldete noch ein früheres Konto von dir. Dein Guthaben beträgt jetzt {balance}.',
  },
  claim_granted: {
    subject: 'Deine fehlende Prämie ist da: {points}',
    paragraphs: ['Wir haben deine Meldung zu {what} geprüft und dir {points} gutgeschrieben.', '{answer}'],
    button: 'Verlauf ansehen',
    footnotes: [SWITCHES],
    push: 'Für {what} hast du {points} bekommen.',
  },
  claim_refused: {
    subject: 'Wir haben deine Meldung geprüft',
    paragraphs: ['Wir haben deine Meldung zu {what} geprüft und können sie nicht anerkennen.', '{answer}'],
    button: 'Zu deinen Aufgaben',
    footnotes: [QUESTIONS],
    push: 'Wir können deine Meldung zu {what} nicht anerkennen. Die Antwort steht bei deinen Meldungen.',
  },
  offer_deadline: {
    subject: 'Nicht mehr viel Zeit: {what}',
    paragraphs: [
      'Du hast {what} begonnen. Der nächste Schritt muss bis {at} erreicht sein; danach bringt er keine Punkte mehr.',
    ],
    button: 'Deine Aufgaben ansehen',
    footnotes: [SWITCHES],
    push: 'Der nächste Schritt muss bis {at} erreicht sein.',
  },
  threshold_reached: {
    subject: 'Deine Prämie ist bereit',
    paragraphs: ['Dein Guthaben hat {balance} erreicht. Du kannst es einlösen, wann du möchtest.'],
    button: 'Prämie einlösen',
    footnotes: [SWITCHES],
    push: 'Dein Guthaben hat {balance} erreicht. Lös es ein, wann du möchtest.',
  },
  redemption_issued: {
    subject: 'Deine Prämie über {amount} ist bereit',
    paragraphs: [
      'Deine Prämie über {amount} wurde ausgestellt. Du findest sie mit allem, was du zum Ausgeben brauchst, im Bereich „Karten“.',
    ],
    button: 'Prämie zeigen',
    footnotes: ['Kartennummern oder Codes schicken wir nie per E-Mail.'],
    push: 'Du findest sie im Bereich „Karten“.',
  },
  redemption_failed: {
    subject: 'Deine Prämie über {amount} konnte nicht ausgestellt werden',
    paragraphs: [
      'Der Herausgeber hat deine Prämie über {amount} abgelehnt. Zurückgebucht: {points}. Dir ist nichts verloren gegangen.',
      'Wenn du eine Frage hast, schreib an {support}.',
    ],
    button: 'Meine Karten ansehen',
    footnotes: [SWITCHES],
    push: 'Zurückgebucht: {points}. Dir ist nichts verloren gegangen.',
  },
  redemption_refused: {
    subject: 'Deine Prämie über {amount} war nicht möglich',
    paragraphs: [
      'Das Team von {product} konnte dir deine Prämie über {amount} nicht geben. Zurückgebucht: {points}. Dir ist nichts verloren gegangen.',
      '{text}',
    ],
    button: 'Meine Karten ansehen',
    footnotes: [QUESTIONS],
    push: 'Zurückgebucht: {points}. Dir ist nichts verloren gegangen.',
  },
  redemption_in_review: {
    subject: 'Deine Prämie über {amount} dauert länger',
    paragraphs: [
      'Deine Prämie über {amount} ist noch nicht ausgestellt, deshalb prüft sie ein Mensch. Deine Punkte sind dafür reserviert und können nicht verloren gehen.',
      'Du hörst von uns, sobald es entschieden ist.',
    ],
    button: 'Meine Karten ansehen',
    footnotes: [SWITCHES],
    push: 'Ein Mensch prüft sie. Deine Punkte sind reserviert.',
  },
  redemption_late: {
    subject: 'Deine Prämie über {amount} dauert länger',
    paragraphs: [
      'Deine Prämie über {amount} dauert länger als versprochen: Unser eigenes Team stellt sie bereit und konnte das noch nicht tun. Deine Punkte sind dafür reserviert und können nicht verloren gehen.',
      'Du hörst von uns, sobald sie bereit ist. Können wir sie dir nicht geben, bekommst du deine Punkte zurück und erfährst den Grund.',
    ],
    button: 'Meine Karten ansehen',
    footnotes: [SWITCHES],
    push: 'Unser eigenes Team stellt sie bereit. Deine Punkte sind reserviert.',
  },
  redemption_details: {
    subject: 'Deine Karte über {amount} wartet auf deine Angaben',
    paragraphs: [
      'Der Kartenherausgeber braucht deine Rechnungsadresse, bevor er deine Karte über {amount} ausstellen kann, und in deinem Profil einen Namen in lateinischen Buchstaben (A–Z).',
      'Bitte gib deine Rechnungsadresse im Bereich „Karten“ an. Sobald der Herausgeber beides hat, geht es mit deiner Karte weiter. Falls du beides schon angegeben hast, hat der Herausgeber eins davon nicht akzeptiert: Bitte prüfe jede Zeile.',
    ],
    button: 'Meine Karten ansehen',
    footnotes: [QUESTIONS],
    push: 'Der Kartenherausgeber braucht deine Rechnungsadresse und einen Namen in lateinischen Buchstaben.',
  },
  award_issued: {
    subject: '{product} schenkt dir eine Karte über {amount}',
    paragraphs: [
      'Das Team von {product} hat dir eine Karte über {amount} geschenkt. Sie hat dich keine Punkte gekostet.',
      '{text}',
      'Du findest sie mit allem, was du zum Bezahlen brauchst, im Bereich „Karten“.',
    ],
    button: 'Karte zeigen',
    footnotes: ['Kartennummern schicken wir nie per E-Mail.'],
    push: 'Sie hat dich keine Punkte gekostet. Du findest sie im Bereich „Karten“.',
  },
  award_failed: {
    subject: 'Deine geschenkte Karte über {amount} konnte nicht ausgestellt werden',
    paragraphs: [
      'Das Team von {product} wollte dir eine Karte über {amount} schenken, aber sie konnte nicht ausgestellt werden. Sie hat dich keine Punkte gekostet.',
      '{text}',
      'Wenn du eine Frage hast, schreib an {support}.',
    ],
    button: 'Meine Karten ansehen',
    footnotes: [SWITCHES],
    push: 'Sie hat dich keine Punkte gekostet. Den Grund findest du im Bereich „Karten“.',
  },
  points_added: {
    subject: 'Du hast {points} von {product} bekommen',
    paragraphs: [
      'Das Team von {product} hat deinem Guthaben {points} hinzugefügt. Es beträgt jetzt {balance}.',
      '{text}',
    ],
    button: 'Guthaben ansehen',
    footnotes: [SWITCHES],
    push: 'Unser Team hat sie dir gutgeschrieben. Dein Guthaben beträgt jetzt {balance}.',
  },
  points_removed: {
    subject: '{points} von deinem Guthaben abgezogen',
    paragraphs: [
      'Das Team von {product} hat {points} von deinem Guthaben abgezogen. Es beträgt jetzt {balance}.',
      '{text}',
      'Wenn du das für falsch hältst, schreib an {support}.',
    ],
    button: 'Guthaben ansehen',
    footnotes: [QUESTIONS],
    push: 'Dein Guthaben beträgt jetzt {balance}. Den Grund findest du in der E-Mail.',
  },
  redemption_checked: {
    subject: 'Wir prüfen deine Prämie über {amount}, bevor wir sie ausstellen',
    paragraphs: [
      'Jemand aus unserem Team prüft deine Einlösung ({points}), bevor deine Prämie über {amount} ausgestellt wird. Deine Punkte sind dafür reserviert und können nicht verloren gehen.',
      'Bis wann entschieden wird, steht im Bereich „Karten“. Du musst nichts tun, außer wir fragen dich dort etwas.',
    ],
    button: 'Meine Karten ansehen',
    footnotes: [QUESTIONS],
    push: 'Ein Mensch sieht sie sich zuerst an. Deine Punkte sind reserviert.',
  },
  redemption_question: {
    subject: 'Eine Frage zu deiner Prämie über {amount}',
    paragraphs: [
      'Bevor deine Prämie über {amount} ausgestellt werden kann, fragt dich unser Team:',
      '{text}',
      'Bitte antworte im Bereich „Karten“. Deine Punkte sind dafür reserviert und können nicht verloren gehen.',
    ],
    button: 'Antworten',
    footnotes: [QUESTIONS],
    push: 'Unser Team fragt dich etwas. Bitte antworte im Bereich „Karten“.',
  },
  review_refunded: {
    subject: 'Zurückgebucht: {points}',
    paragraphs: [
      'Nach einer Prüfung wurde deine Prämie über {amount} nicht ausgestellt. Zurückgebucht: {points}.',
      '{text}',
    ],
    button: 'Meine Karten ansehen',
    footnotes: [QUESTIONS],
    push: 'Deine Prämie über {amount} wurde nach einer Prüfung nicht ausgestellt.',
  },
  review_lapsed: {
    subject: 'Zurückgebucht: {points}',
    paragraphs: [
      'Wir konnten nicht rechtzeitig über deine Prämie über {amount} entscheiden, deshalb wurde sie nicht ausgestellt. Zurückgebucht: {points}.',
      'Entschuldige, dass du warten musstest.',
    ],
    button: 'Meine Karten ansehen',
    footnotes: [QUESTIONS],
    push: 'Wir konnten nicht rechtzeitig über deine Prämie über {amount} entscheiden.',
  },
  review_stopped: {
    subject: 'Zurückgebucht: {points}',
    paragraphs: [
      'Dein Konto war pausiert oder gesperrt, als die Zeit für die Entscheidung über deine Prämie über {amount} endete, deshalb wurde sie nicht ausgestellt. Zurückgebucht: {points}.',
      'Sobald dein Konto wieder frei ist, kannst du wieder einlösen.',
    ],
    button: 'Meine Karten ansehen',
    footnotes: [QUESTIONS],
    push: 'Dein Konto war pausiert oder gesperrt, deshalb wurde deine Prämie über {amount} nicht ausgestellt.',
  },
  review_overdue: {
    subject: 'Eine Einlösung über {amount} wartet auf eine Entscheidung',
    paragraphs: [
      'Eine Einlösung über {amount} wird geprüft, und die Hälfte der Zeit dafür ist um. Läuft die Zeit ab, entscheidet die Website nach ihren Einstellungen.',
    ],
    button: 'Zu den Prüfungen',
    footnotes: [],
    push: 'Die Hälfte der Zeit für ihre Prüfung ist um.',
  },
  webhook_stopped: {
    subject: 'Der Webhook zu {what} ist ausgeschaltet',
    paragraphs: [
      'An {what} werden keine Ereignisse mehr gesendet: Es wurde geantwortet, dass keine mehr gewünscht sind, oder fünf Tage lang kam nichts an. Was ab jetzt geschieht, wird dort nicht mehr gemeldet.',
      'Wenn das andere System wieder funktioniert, schalte den Webhook ein und sende noch einmal, was fehlschlug.',
    ],
    button: 'Webhooks öffnen',
    footnotes: [],
    push: 'Dort sind keine Ereignisse mehr gewünscht, oder fünf Tage lang kam keines an.',
  },
  redemption_returned: {
    subject: 'Deine Prämie über {amount} wurde storniert',
    paragraphs: [
      'Der Herausgeber hat deine Prämie über {amount} storniert, bevor etwas davon ausgegeben wurde. Zurückgebucht: {points}. Dir ist nichts verloren gegangen.',
    ],
    button: 'Meine Karten ansehen',
    footnotes: [SWITCHES],
    push: 'Nichts davon war ausgegeben. Zurückgebucht: {points}.',
  },
  redemption_withdrawn: {
    subject: 'Deine Prämie über {amount} wurde storniert',
    paragraphs: [
      'Der Herausgeber hat deine Prämie über {amount} storniert, sie lässt sich nicht mehr nutzen. Punkte kamen dafür nicht zurück.',
      'Wenn du das für falsch hältst, schreib an {support}. Ein Mensch prüft den Fall.',
    ],
    button: 'Meine Karten ansehen',
    footnotes: [SWITCHES],
    push: 'Sie lässt sich nicht mehr nutzen. Den Grund findest du im Bereich „Karten“.',
  },
  reward_ending: {
    subject: 'Deine Prämie über {amount} läuft bald ab',
    paragraphs: [
      'Du kannst deine Prämie über {amount} bis zum {day} nutzen, danach nicht mehr. Du findest sie im Bereich „Karten“.',
      'Hast du sie schon genutzt, ist nichts zu tun.',
    ],
    button: 'Prämie zeigen',
    footnotes: [SWITCHES],
    push: 'Du kannst sie bis zum {day} nutzen.',
  },
  account_suspended: {
    subject: 'Dein Konto bei {product} ist gesperrt',
    paragraphs: [
      'Dein Konto ist gesperrt. Niemand kann sich damit anmelden, und es wird nichts daraus ausgestellt. Deswegen werden keine Punkte abgezogen, aber Partner können weiterhin zurücknehmen, was sie gezahlt haben.',
      'Der Grund: {reason}.',
      '{text}',
      'Du kannst antworten: Melde dich wie gewohnt an, dann siehst du, wo. Ein Mensch liest es und entscheidet.',
    ],
    button: 'Anmelden',
    footnotes: [QUESTIONS],
    push: 'Dein Konto ist gesperrt.',
  },
  account_reinstated: {
    subject: 'Dein Konto bei {product} ist wieder offen',
    paragraphs: ['Die Sperre deines Kontos ist aufgehoben. Du kannst dich anmelden wie zuvor.', '{answer}'],
    button: 'Anmelden',
    footnotes: [QUESTIONS],
    push: 'Du kannst dich wieder anmelden.',
  },
  suspension_kept: {
    subject: 'Wir haben deine Antwort geprüft',
    paragraphs: ['Wir haben deine Antwort geprüft, und dein Konto bleibt gesperrt.', '{answer}'],
    button: 'Anmelden',
    footnotes: [QUESTIONS],
    push: 'Dein Konto bleibt gesperrt.',
  },
  account_paused: {
    subject: 'Deine Einlösungen bei {product} sind pausiert',
    paragraphs: [
      'Die Einlösungen deines Kontos sind pausiert. Du kannst dich anmelden, alles sehen und weiter sammeln, und deine Punkte bleiben deine.',
      'Der Grund: {reason}.',
      '{text}',
      'Du kannst in deinem Profil antworten. Ein Mensch liest es und entscheidet.',
    ],
    button: 'Lesen und antworten',
    footnotes: [QUESTIONS],
    push: 'Grund und Antwortmöglichkeit stehen in deinem Profil.',
  },
  api_key_created: {
    subject: 'Ein neuer API-Schlüssel für {product}',
    paragraphs: [
      'Ein Inhaber von {product} hat den API-Schlüssel „{keyName}“ ({beginning}…) erstellt. Wer ihn hat, kann den Adminbereich von {product} aufrufen. In der Liste der Schlüssel steht, wer ihn erstellt hat, was er darf und wie lange.',
      'Wenn ihn niemand aus deinem Team wollte, widerruf ihn sofort.',
    ],
    button: 'Zu den API-Schlüsseln',
    footnotes: ['Diese E-Mail bekommen alle Inhaber.'],
    push: 'Ein Inhaber hat den Schlüssel „{keyName}“ erstellt.',
  },
  webhook_addressed: {
    subject: 'Ein Webhook von {product} hat eine neue Adresse',
    paragraphs: [
      'Ein Inhaber von {product} hat einen Webhook erstellt oder einem eine neue Adresse gegeben: Ereignisse der Website gehen jetzt an {what}. In der Liste der Webhooks steht, welche Ereignisse, im Audit-Protokoll, wer das war.',
      'Wenn das niemand aus deinem Team wollte, entferne den Webhook sofort.',
    ],
    button: 'Webhooks öffnen',
    footnotes: ['Diese E-Mail bekommen alle Inhaber.'],
    push: 'Ereignisse der Website gehen jetzt an {what}.',
  },
  staff_changed: {
    subject: 'Eine Rolle unter den Admins von {product} hat sich geändert',
    paragraphs: [
      'Jemand hat bei {product} eine Rolle unter den Admins bekommen, eine andere oder keine mehr. In der Teamliste steht, wer welche Rolle hat, im Audit-Protokoll, wer sie geändert hat.',
      'Wenn das niemand aus deinem Team wollte, nimm die Rolle sofort zurück.',
    ],
    button: 'Zum Team',
    footnotes: ['Diese E-Mail bekommen alle Inhaber.'],
    push: 'Jemand hat eine Rolle unter den Admins bekommen, eine andere oder keine mehr.',
  },
  staff_suspension: {
    subject: 'Ein Admin von {product} wurde gesperrt, oder eine Sperre ist beendet',
    paragraphs: [
      'Jemand mit einer Rolle unter den Admins von {product} wurde gesperrt, oder die Sperre ist beendet. Im Audit-Protokoll steht, wer es ist und wer das war.',
      'Wenn das niemand aus deinem Team wollte, mach es sofort rückgängig.',
    ],
    button: 'Audit-Protokoll öffnen',
    footnotes: ['Diese E-Mail bekommen alle Inhaber.'],
    push: 'Ein Admin wurde gesperrt, oder eine Sperre ist beendet.',
  },
  connection_ended: {
    subject: 'Ein API-Schlüssel oder Webhook von {product} wurde abgeschaltet',
    paragraphs: [
      'Ein Inhaber von {product} hat einen API-Schlüssel widerrufen, einen Webhook entfernt oder ausgeschaltet oder ihm Ereignisse entzogen: {what}. Was darauf angewiesen war, funktioniert vielleicht nicht mehr. Im Audit-Protokoll steht, wer das war.',
      'Wenn das niemand aus deinem Team wollte, sorge sofort für Ersatz.',
    ],
    button: 'Audit-Protokoll öffnen',
    footnotes: ['Diese E-Mail bekommen alle Inhaber.'],
    push: 'Was auf {what} angewiesen war, funktioniert vielleicht nicht mehr.',
  },
  staff_factor_reset: {
    subject: 'Der zweite Faktor eines Admins von {product} wurde zurückgesetzt',
    paragraphs: [
      'Auf der Kommandozeile des Servers wurden der zweite Faktor und alle Passkeys von jemandem entfernt, der bei {product} eine Rolle unter den Admins hat. Bis zur neuen Einrichtung reicht dort das Passwort zum Anmelden. Im Audit-Protokoll steht, um wen es geht.',
      'Wenn das niemand aus deinem Team wollte, nimm die Rolle sofort zurück.',
    ],
    button: 'Zum Team',
    footnotes: ['Diese E-Mail bekommen alle Inhaber.'],
    push: 'Der zweite Faktor eines Admins wurde zurückgesetzt.',
  },
  staff_role_changed: {
    subject: 'Deine Rolle bei {product} hat sich geändert',
    paragraphs: [
      'Du hast unter den Admins von {product} eine Rolle bekommen, eine andere oder keine mehr. Du wurdest überall abgemeldet. Melde dich neu an, um zu sehen, was du jetzt darfst.',
    ],
    button: 'Zu meinem Profil',
    footnotes: ['Wenn dich das überrascht, schreib an {support}.'],
    push: 'Du wurdest überall abgemeldet.',
  },
  account_resumed: {
    subject: 'Deine Einlösungen bei {product} sind wieder offen',
    paragraphs: ['Die Pause deines Kontos ist vorbei. Du kannst deine Punkte wieder wie gewohnt einlösen.'],
    button: 'Zu deinem Profil',
    footnotes: [QUESTIONS],
    push: 'Du kannst deine Punkte wieder wie gewohnt einlösen.',
  },
  appeal_granted: {
    subject: 'Wir haben deine Antwort geprüft',
    paragraphs: ['Wir haben deine Antwort geprüft, und die Pause deines Kontos ist vorbei.', '{answer}'],
    button: 'Zu deinem Profil',
    footnotes: [QUESTIONS],
    push: 'Die Pause deines Kontos ist vorbei.',
  },
  appeal_kept: {
    subject: 'Wir haben deine Antwort geprüft',
    paragraphs: [
      'Wir haben deine Antwort geprüft, und die Pause deines Kontos bleibt vorerst. Deine Punkte bleiben deine.',
      '{answer}',
    ],
    button: 'Zu deinem Profil',
    footnotes: [QUESTIONS],
    push: 'Die Pause bleibt vorerst. Mehr in deinem Profil.',
  },
};

const mails: Record<keyof Texts['mails'], MailText> = {
  verificationCode: {
    subject: '{code} ist dein Code für {product}',
    paragraphs: [
      'Willkommen! Gib diesen Code ein, um deine E-Mail-Adresse zu bestätigen und die Registrierung abzuschließen:',
    ],
    button: 'Auf diesem Gerät bestätigen',
    footnotes: [
      'Der Code gilt {minutes} Minuten. Ein neuerer Code macht diesen ungültig.',
      'Wenn du dich nicht registriert hast, ignorier diese E-Mail: Ohne den Code gibt es kein Konto. Gib den Code niemandem.',
    ],
  },
  alreadyMember: {
    subject: 'Du hast schon ein Konto bei {product}',
    paragraphs: [
      'Jemand, wahrscheinlich du, wollte sich mit dieser Adresse bei {product} registrieren. Es gibt dazu schon ein Konto, deshalb wurde nichts geändert.',
      'Melde dich mit deinem Passwort an. Wenn du es vergessen hast, wähl dort „Passwort vergessen?“.',
    ],
    button: 'Anmelden',
    footnotes: [NOT_YOU],
  },
  resetLink: {
    subject: 'Setz dein Passwort bei {product} zurück',
    paragraphs: ['Jemand, wahrscheinlich du, möchte das Passwort deines Kontos zurücksetzen.'],
    button: 'Neues Passwort wählen',
    footnotes: [
      'Der Link gilt einmal und läuft in {hours} Stunde ab. Ein neuerer Link macht diesen ungültig.',
      'Wenn du das nicht warst, ignorier diese E-Mail: Dein Passwort bleibt, wie es ist.',
    ],
  },
  emailChangeCode: {
    subject: '{code} bestätigt deine neue Adresse bei {product}',
    paragraphs: ['Gib diesen Code in deinem Profil ein, um dein Konto auf diese Adresse umzuziehen:'],
    footnotes: [
      'Der Code gilt {minutes} Minuten. Ein neuerer Code macht diesen ungültig.',
      'Wenn du das nicht wolltest, ignorier diese E-Mail: Ohne den Code ändert sich nichts. Gib den Code niemandem.',
    ],
  },
  emailTaken: {
    subject: 'Zu dieser Adresse gibt es schon ein Konto bei {product}',
    paragraphs: [
      'Jemand wollte ein anderes Konto bei {product} auf diese Adresse umziehen. Sie hat schon ein eigenes Konto, deshalb wurde nichts geändert.',
    ],
    footnotes: [NOT_YOU],
  },
  farewell: {
    subject: 'Dein Konto bei {product} ist gelöscht',
    paragraphs: [
      'Dein Konto wurde gelöscht, und deine persönlichen Angaben mit ihm. Prämien, die noch unterwegs waren, lassen sich nicht mehr abholen. Buchungsdaten unter einer Zufallsnummer und vielleicht ein Fingerabdruck deines Postfachs bleiben so lange, wie die Datenschutzerklärung es sagt. Danke, dass du hier warst.',
      TIME,
      'Wenn du das nicht warst, schreib sofort an {support}. Gelöschte Daten lassen sich nicht wiederherstellen.',
    ],
    footnotes: ['Das ist die letzte E-Mail an diese Adresse. Du kannst dich jederzeit wieder registrieren.'],
  },
  farewellToEarlier: {
    subject: 'Ein Konto bei {product}, das diese Adresse hatte, ist gelöscht',
    paragraphs: [
      'Ein Konto bei {product}, das bis vor Kurzem zu dieser Adresse gehörte, wurde gelöscht.',
      TIME,
      'Wenn nicht du es auf eine andere Adresse umgezogen und gelöscht hast, schreib sofort von dieser Adresse aus an {support}. Gelöschte Daten lassen sich nicht wiederherstellen.',
    ],
    footnotes: [WAS_YOU],
  },
};

/** German. */
export const de: Texts = {
  points: { one: '{count} Punkt', other: '{count} Punkte' },
  notices,
  mails,
  pauseReasons: {
    many_accounts: 'mehrere Konten scheinen einer Person zu gehören',
    disposable_email: 'das Konto nutzt eine Wegwerf-E-Mail-Adresse',
    unusual_speed: 'Aufgaben wurden ungewöhnlich schnell erledigt',
    many_reversals: 'Partner haben viele Punkte zurückgenommen',
    region: 'das Konto scheint aus einer Region genutzt zu werden, die wir nicht bedienen',
    staff_review: 'unser Team prüft das Konto',
  },
  pass: {
    description: 'Prämienpass von {product}',
    value: 'Wert',
    issued: 'Ausgestellt',
    expires: 'Gültig bis',
    reference: 'Referenz',
    about: 'Über diesen Pass',
    note: 'Dieser Pass erinnert dich an deine Prämie. Er ist keine Zahlungskarte, bezahlt nicht kontaktlos und enthält keinen Code. Deine Prämie ist in deinem Konto bei {product}.',
    brief: 'Damit zahlst du nicht. Deine Prämie ist bei {product}.',
    open: '{product} öffnen',
    test: 'TESTPASS',
  },
  unsubscribe: {
    why: 'Du bekommst diese E-Mail, weil du Neuigkeiten und Angeboten von {product} zugestimmt hast.',
    link: 'Abbestellen',
    title: 'Abbestellen',
    question:
      'Möchtest du keine Neuigkeiten und Angebote von {product} mehr per E-Mail bekommen? E-Mails zu deinem Konto kommen weiterhin.',
    button: 'Abbestellen',
    doneTitle: 'Abbestellt',
    done: 'Wir schicken dir keine Neuigkeiten und Angebote mehr. In deinem Profil kannst du wieder zustimmen.',
    invalidTitle: 'Dieser Link funktioniert nicht',
    invalid:
      'Der Link ist unvollständig. Öffne ihn noch einmal aus der E-Mail oder schalte Werbe-E-Mails in deinem Profil aus.',
    home: 'Zu {product}',
  },
};
